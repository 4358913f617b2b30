import type { Environment } from '../identity/environment';
import type { LoginFailure } from '../identity/failure';
import { explainFailure } from '../identity/failure-words';
import type { SessionSummary } from '../identity/session';
import type { NoteModel } from './note';
import type { PopupWorld } from './world';

/** What a person does with a session. Each says what came of it. */
export interface SessionActions {
  readonly copyToken: (session: SessionSummary) => Promise<void>;
  /** As it stands in a request: `Authorization: Bearer …` (RFC 6750 section 2.1). */
  readonly copyHeader: (session: SessionSummary) => Promise<void>;
  readonly refresh: (session: SessionSummary) => Promise<void>;
  readonly logOut: (session: SessionSummary) => Promise<void>;
  readonly actAs: (session: SessionSummary) => Promise<void>;
}

export function createSessionActions(
  { ask, copy }: PopupWorld,
  note: NoteModel,
  environmentOf: (session: SessionSummary) => Environment | null,
): SessionActions {
  function explain(session: SessionSummary, failure: LoginFailure) {
    const environment = environmentOf(session);
    if (environment === null) return { title: 'No such environment', sentence: 'It was removed.' };
    return explainFailure(failure, { environment, userId: session.userId });
  }

  function fail(session: SessionSummary, failure: LoginFailure): void {
    const { title, sentence } = explain(session, failure);
    note.failed(`${title}. ${sentence}`);
  }

  async function copyAs(session: SessionSummary, what: string, wording: (token: string) => string): Promise<void> {
    const answer = await ask('token', { sessionId: session.id });
    if (!answer.ok) return fail(session, answer.failure);
    try {
      await copy(wording(answer.value.accessToken));
      note.done(`${what} of ${session.userId} copied.`);
    } catch {
      note.failed('The browser did not allow copying. Try again while this window has the focus.');
    }
  }

  return {
    copyToken: (session) => copyAs(session, 'Token', (token) => token),
    copyHeader: (session) => copyAs(session, 'Header', (token) => `Authorization: Bearer ${token}`),
    async refresh(session) {
      const answer = await ask('refresh', { sessionId: session.id });
      if (answer.ok) note.done(`${session.userId} has new tokens.`);
      else fail(session, answer.failure);
    },
    async logOut(session) {
      const answer = await ask('logout', { sessionId: session.id });
      if (answer.ok) return note.done(`${session.userId} is logged out.`);
      const { title } = explain(session, answer.failure);
      note.failed(`${title}. The tokens of ${session.userId} are gone here; its session there ends by itself.`);
    },
    async actAs(session) {
      const answer = await ask('activate', { sessionId: session.id });
      if (answer.ok) note.done(`You act as ${session.userId} now.`);
      else fail(session, answer.failure);
    },
  };
}
