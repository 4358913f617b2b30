import { createEarlierSessions, type EarlierSessions } from '#extension/panel/persistence/earlier-sessions';
import { sessionKey } from '#extension/panel/persistence/session-history';
import { readBrowserSession } from './browser-session';
import { openSessionDb } from './session-db';

/** What is kept besides the session of a tab. Rejects where the browser's database does not answer. */
export async function openEarlierSessions(tabId: number): Promise<EarlierSessions> {
  // A connection of its own: the one that keeps the tab's session counts what it has written.
  const [storage, browserSession] = await Promise.all([openSessionDb(), readBrowserSession()]);
  return createEarlierSessions(storage, sessionKey(browserSession, tabId));
}
