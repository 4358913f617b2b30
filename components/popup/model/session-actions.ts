import { type Environment, registryPattern, webOrigin } from '#core/identity/environment';
import type { LoginFailure } from '#core/identity/failure';
import type { SessionSummary } from '#core/identity/session';
import { matchPatternOf } from '#core/util/site';
import type { RpcFailure } from '#extension/protocol/rpc';
import { i18n } from '#i18n';
import { type AccessAttempts, actingFailureText } from './access-attempts';
import { explainRequestFailure, type FailureText, failureSentences, noBackgroundText } from './background-failure';
import type { NoteModel } from './note';
import type { ActiveTab, PopupDeps } from './popup-deps';

/** What a user does with a session. Each says what came of it. */
export interface SessionActions {
  readonly copyToken: (session: SessionSummary) => Promise<void>;
  /** As it stands in a request: `Authorization: Bearer …` (RFC 6750 section 2.1). */
  readonly copyHeader: (session: SessionSummary) => Promise<void>;
  /** As a whole command that calls the registry. */
  readonly copyCurl: (session: SessionSummary) => Promise<void>;
  /** Puts the session's token on this tab's requests to the registry, or takes it off. */
  readonly actInTab: (session: SessionSummary, tab: ActiveTab, on: boolean) => Promise<void>;
  readonly logOutAll: (environment: Environment, count: number) => Promise<void>;
  readonly refresh: (session: SessionSummary) => Promise<void>;
  readonly logOut: (session: SessionSummary) => Promise<void>;
  readonly actAs: (session: SessionSummary) => Promise<void>;
}

export function createSessionActions(
  { ask, copy, requestPermission }: PopupDeps,
  note: NoteModel,
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
    note.failed(() => failureSentences(explanation()));
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
      note.done(() => i18n.t('popup.copied', { what: what(), userId: session.userId }));
    } catch {
      note.failed(() => i18n.t('popup.copyFailed'));
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
        return stopped.ok ? note.done(() => i18n.t('popup.actAs.off')) : note.failed(noBackgroundText);
      }
      const registry = registryPatternOf(environmentOf(session));
      const [page, pageOrigin] = [matchPatternOf(url), webOrigin(url)];
      if (registry === null) return note.failed(() => actingFailureText('no-registry'));
      if (page === null || pageOrigin === null) return note.failed(() => i18n.t('popup.actingFailure.noWebPage'));
      // Browsers modify a request only if the extension also has access to its initiator.
      const origins = [...new Set([registry, page])];
      const intent = { type: 'act', tabId, sessionId: session.id, userId: session.userId, pageOrigin } as const;
      if (!(await access.request(intent, origins, () => requestPermission(origins))))
        return note.failed(() => actingFailureText('no-permission'));
      const result = await ask('startActing', { tabId, sessionId: session.id, pageOrigin });
      if (result.ok) note.done(() => i18n.t('popup.actAs.on', { userId: session.userId }));
      else note.failed(() => actingFailureText(result.failure.reason));
    },
    async logOutAll(environment, count) {
      const result = await ask('logoutAll', { environmentId: environment.id });
      if (result.ok) note.done(() => i18n.t('popup.loggedOutAll', { count, name: environment.name }));
      else note.failed(noBackgroundText);
    },
    async refresh(session) {
      const result = await ask('refresh', { sessionId: session.id });
      if (result.ok) note.done(() => i18n.t('popup.session.refreshed', { userId: session.userId }));
      else await fail(session, result.failure);
    },
    async logOut(session) {
      const result = await ask('logout', { sessionId: session.id });
      if (result.ok) return note.done(() => i18n.t('popup.loggedOut', { userId: session.userId }));
      if (result.failure.reason === 'not-stored')
        return note.failed(() => i18n.t('popup.tokensNotDeleted', { userId: session.userId }));
      if (result.failure.reason === 'no-background') return note.failed(noBackgroundText);
      const explanation = await explain(session, result.failure);
      note.failed(() => i18n.t('popup.loggedOutLocally', { title: explanation().title, userId: session.userId }));
    },
    async actAs(session) {
      const result = await ask('activate', { sessionId: session.id });
      if (result.ok) note.done(() => i18n.t('popup.activeEntityChanged', { userId: session.userId }));
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
