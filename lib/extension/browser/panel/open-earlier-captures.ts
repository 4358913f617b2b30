import { sessionKey } from '#panel/persistence/capture-history';
import { createEarlierSessions, type EarlierSessions } from '#panel/persistence/earlier-captures';
import { readBrowserSession } from './browser-run';
import { openSessionDb } from './session-storage';

/** What is kept besides the session of a tab. Rejects where the browser's database does not respond. */
export async function openEarlierSessions(tabId: number): Promise<EarlierSessions> {
  // A separate connection: the writer's counts its own rows.
  const [storage, browserSession] = await Promise.all([openSessionDb(), readBrowserSession()]);
  return createEarlierSessions(storage, sessionKey(browserSession, tabId));
}
