import { type Environment, registryPattern, webOrigin } from '#core/identity/environment';
import type { LoginFailure } from '#core/identity/failure';
import type { SessionSummary } from '#core/identity/session';
import { matchPatternOf } from '#core/util/site';
import type { RpcFailure } from '#extension/protocol/rpc';
import { i18n } from '#i18n';
import { type AccessAttempts, actingFailureText } from './access-attempts';
import { explainRequestFailure, type FailureText, failureSentences, noBackgroundText } from './background-failure';
import { type CopyActions, createCopyActions } from './copy-actions';
import type { ActiveTab, PopupDeps } from './popup-deps';
import type { PopupToast } from './popup-toast';

/** Actions on log-in sessions. Each shows its result as a toast. */
export interface SessionActions extends CopyActions {
  /** Starts or stops adding the session's token to this tab's requests to the registry. */
  readonly actInTab: (session: SessionSummary, tab: ActiveTab, isOn: boolean) => Promise<void>;
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

  async function reportFailure(session: SessionSummary, failure: LoginFailure | RpcFailure): Promise<void> {
    const explanation = await explain(session, failure);
    toast.showError(() => failureSentences(explanation()));
  }

  return {
    ...createCopyActions({ ask, copy }, toast, environmentOf, reportFailure),
    async actInTab(session, { id: tabId, url }, isOn) {
      if (!isOn) {
        const stopped = await ask('stopActing', { tabId });
        return stopped.ok ? toast.showSuccess(() => i18n.t('popup.actAs.off')) : toast.showError(noBackgroundText);
      }
      const registry = registryPatternOf(environmentOf(session));
      const page = matchPatternOf(url);
      const pageOrigin = webOrigin(url);
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
      else await reportFailure(session, result.failure);
    },
    async logOut(session) {
      const result = await ask('logout', { sessionId: session.id });
      // Another popup may have logged the entity out at the same moment.
      const isGone = !result.ok && result.failure.reason === 'gone' && result.failure.item === 'session';
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
      else await reportFailure(session, result.failure);
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
