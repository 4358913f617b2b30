import { type Environment, registryPattern, webOrigin } from '#core/identity/environment';
import type { ActingFailure, LoginFailure } from '#core/identity/failure';
import { endsSoon, isExpired, refreshLifetime, type SessionFacts, type SessionSummary } from '#core/identity/session';
import { matchPatternOf } from '#core/util/site';
import type { AccessIntent, AccessOutcome } from '#extension/protocol/access-protocol';
import type { RpcFailure } from '#extension/protocol/rpc';
import { i18n } from '#i18n';
import { explainRequestFailure, type FailureText, failureSentences, noBackgroundText } from './background-failure';
import type { AccessToHosts, ActiveTab, PopupDeps } from './popup-deps';
import type { PopupToast } from './popup-toast';

/** Actions of a user on a session. Each reports its result. */
export interface SessionActions {
  readonly copyToken: (session: SessionSummary) => Promise<void>;
  /** Copies the whole header: `Authorization: Bearer …` (RFC 6750 section 2.1). */
  readonly copyHeader: (session: SessionSummary) => Promise<void>;
  /** Copies a curl command that calls the registry. */
  readonly copyCurl: (session: SessionSummary) => Promise<void>;
  /** Starts or stops adding the session's token to this tab's requests to the registry. */
  readonly actInTab: (session: SessionSummary, tab: ActiveTab, on: boolean) => Promise<void>;
  readonly logOutAll: (environment: Environment, count: number) => Promise<void>;
  readonly refresh: (session: SessionSummary) => Promise<void>;
  readonly logOut: (session: SessionSummary) => Promise<void>;
  readonly actAs: (session: SessionSummary) => Promise<void>;
}

export function createSessionActions(
  { ask, copy, requestPermission }: PopupDeps,
  toast: PopupToast,
  access: AccessAttempts,
  environmentOf: (session: SessionSummary) => Environment | null,
): SessionActions {
  async function explain(session: SessionSummary, failure: LoginFailure | RpcFailure): Promise<() => FailureText> {
    const environment = environmentOf(session);
    if (environment === null) return noEnvironment;
    return explainRequestFailure(failure, { environment, userId: session.userId });
  }

  async function fail(session: SessionSummary, failure: LoginFailure | RpcFailure): Promise<void> {
    const explanation = await explain(session, failure);
    toast.showError(() => failureSentences(explanation()));
  }

  async function copyAs(
    session: SessionSummary,
    what: () => string,
    wording: (token: string) => string | Promise<string>,
  ): Promise<void> {
    const result = await ask('token', { sessionId: session.id });
    if (!result.ok) return fail(session, result.failure);
    try {
      await copy(await wording(result.value.accessToken));
      toast.showSuccess(() => i18n.t('popup.copied', { what: what(), userId: session.userId }));
    } catch {
      toast.showError(() => i18n.t('popup.copyFailed'));
    }
  }

  return {
    copyToken: (session) =>
      copyAs(
        session,
        () => i18n.t('popup.copyTarget.token'),
        (token) => token,
      ),
    copyHeader: (session) =>
      copyAs(
        session,
        () => i18n.t('popup.copyTarget.header'),
        (token) => `Authorization: Bearer ${token}`,
      ),
    copyCurl: (session) =>
      copyAs(
        session,
        () => i18n.t('popup.copyTarget.command'),
        async (token) => {
          const { registryCommand } = await import('./registry-command');
          return registryCommand(environmentOf(session)?.registryUrl ?? '', token);
        },
      ),
    async actInTab(session, { id: tabId, url }, on) {
      if (!on) {
        const stopped = await ask('stopActing', { tabId });
        return stopped.ok ? toast.showSuccess(() => i18n.t('popup.actAs.off')) : toast.showError(noBackgroundText);
      }
      const registry = registryPatternOf(environmentOf(session));
      const [page, pageOrigin] = [matchPatternOf(url), webOrigin(url)];
      if (registry === null) return toast.showError(() => actingFailureText('no-registry'));
      if (page === null || pageOrigin === null) return toast.showError(() => i18n.t('popup.actingFailure.noWebPage'));
      // Browsers modify a request only if the extension also has access to its initiator.
      const origins = [...new Set([registry, page])];
      const intent = { type: 'act', tabId, sessionId: session.id, userId: session.userId, pageOrigin } as const;
      if (!(await access.request(intent, origins, () => requestPermission(origins))))
        return toast.showError(() => actingFailureText('no-permission'));
      const result = await ask('startActing', { tabId, sessionId: session.id, pageOrigin });
      if (result.ok) toast.showSuccess(() => i18n.t('popup.actAs.on', { userId: session.userId }));
      else toast.showError(() => actingFailureText(result.failure.reason));
    },
    async logOutAll(environment, count) {
      const result = await ask('logoutAll', { environmentId: environment.id });
      // Another popup may have removed the environment at the same moment.
      if (result.ok || result.failure.reason === 'gone')
        toast.showSuccess(() => i18n.t('popup.loggedOutAll', { count, name: environment.name }));
      else if (result.failure.reason === 'not-stored')
        toast.showError(() => i18n.t('popup.tokensOfAllNotDeleted', { name: environment.name }));
      else toast.showError(noBackgroundText);
    },
    async refresh(session) {
      const result = await ask('refresh', { sessionId: session.id });
      if (result.ok) toast.showSuccess(() => i18n.t('popup.session.refreshed', { userId: session.userId }));
      else await fail(session, result.failure);
    },
    async logOut(session) {
      const result = await ask('logout', { sessionId: session.id });
      // Another popup may have logged the entity out at the same moment.
      const isGone = !result.ok && result.failure.reason === 'gone' && result.failure.what === 'session';
      if (result.ok || isGone) return toast.showSuccess(() => i18n.t('popup.loggedOut', { userId: session.userId }));
      if (result.failure.reason === 'not-stored')
        return toast.showError(() => i18n.t('popup.tokensNotDeleted', { userId: session.userId }));
      if (result.failure.reason === 'no-background') return toast.showError(noBackgroundText);
      const explanation = await explain(session, result.failure);
      toast.showError(() => i18n.t('popup.loggedOutLocally', { title: explanation().title, userId: session.userId }));
    },
    async actAs(session) {
      const result = await ask('activate', { sessionId: session.id });
      if (result.ok) toast.showSuccess(() => i18n.t('popup.activeEntityChanged', { userId: session.userId }));
      else await fail(session, result.failure);
    },
  };
}

function noEnvironment(): FailureText {
  return {
    title: i18n.t('popup.environment.notFound.title'),
    sentence: i18n.t('popup.environment.notFound.detail'),
  };
}

function registryPatternOf(environment: Environment | null): string | null {
  return environment === null ? null : registryPattern(environment);
}

/** Actions that need access to hosts, and their result if the permission prompt closed the popup. */
interface AccessAttempts {
  /**
   * Requests access from the user. Requires a user gesture.
   * Resolves with false if the user denies it. In most browsers the prompt closes the popup; the background then
   * continues.
   */
  readonly request: (intent: AccessIntent, origins: readonly string[], ask: () => Promise<boolean>) => Promise<boolean>;
  /** Returns the result of an earlier popup's request, or `null`. */
  readonly takeOutcome: () => Promise<AccessOutcome | null>;
}

export function createAccessAttempts(access: AccessToHosts): AccessAttempts {
  let open = 0;
  return {
    async request(intent, origins, ask) {
      open += 1;
      // Not awaited: the prompt needs the user gesture, and may close the popup at once.
      void access.begin({ intent, origins: [...origins] });
      try {
        return await ask();
      } catch {
        return false;
      } finally {
        open -= 1;
        void access.forget();
      }
    },
    takeOutcome: async () => (open === 0 ? access.take() : null),
  };
}

/** Reports the outcome of a request that an earlier popup started. */
export function reportOutcome(toast: PopupToast, outcome: AccessOutcome): void {
  const text = () => outcomeText(outcome);
  if (outcome.status === 'done') toast.showSuccess(text);
  else toast.showError(text);
}

function outcomeText(outcome: AccessOutcome): string {
  const { intent, origins } = outcome.request;
  switch (outcome.status) {
    case 'done':
      return doneText(intent, hostsOf(origins));
    case 'failed':
      return actingFailureText(outcome.failure.reason);
    case 'not-granted':
      return i18n.t('popup.hostAccess.notGranted', { hosts: hostsOf(origins) });
    case 'expired':
      return i18n.t('popup.hostAccess.expired', { hosts: hostsOf(origins) });
  }
}

function doneText(intent: AccessIntent, hosts: string): string {
  switch (intent.type) {
    case 'watch':
      return i18n.t('popup.hostAccess.watching', { host: intent.host });
    case 'act':
      return i18n.t('popup.actAs.on', { userId: intent.userId });
    case 'log-in':
      return i18n.t('popup.hostAccess.logIn', { hosts });
  }
}

/** Returns the hosts of match patterns that each have one host: `https://auth.example.org/*`. */
function hostsOf(origins: readonly string[]): string {
  const hosts = [...new Set(origins.map((pattern) => pattern.split('/')[2] ?? pattern))];
  const [first = '', last = first] = hosts;
  return first === last ? first : i18n.t('common.and', { first, last });
}

/** Explains why a session's token is not added to a tab's requests, and what to do. */
function actingFailureText(reason: ActingFailure['reason'] | RpcFailure['reason']): string {
  switch (reason) {
    case 'no-session':
      return i18n.t('popup.session.expired');
    case 'no-registry':
      return i18n.t('popup.actAs.noRegistryUrl');
    case 'no-permission':
      return i18n.t('popup.actAs.accessDenied');
    case 'another-page':
      return i18n.t('popup.actingFailure.anotherPage');
    case 'rejected':
      return i18n.t('popup.actingFailure.rejected');
    case 'no-background':
    case 'cancelled':
      return noBackgroundText();
  }
}

type SessionState = 'refreshing' | 'in-use' | 'active' | 'ends-soon' | 'expired';

const ENDS_SOON_MS = 60_000;

/** Returns the state of a session. A problem takes precedence over being active. */
export function stateOf(session: SessionFacts, inUse: boolean, now: number, isRefreshing = false): SessionState {
  if (isRefreshing) return 'refreshing';
  if (isExpired(session, now)) return 'expired';
  if (endsSoon(session, now) || refreshLifetime(session, now).remainingMs <= ENDS_SOON_MS) return 'ends-soon';
  return inUse ? 'in-use' : 'active';
}
