import { captureKey } from '#panel/persistence/capture-history';
import { createStoredCaptures, type StoredCaptures } from '#panel/persistence/earlier-captures';
import { readBrowserSession } from './browser-run';
import { openCaptureStorage } from './capture-storage';

/** Opens all stored captures but that of a tab. Rejects if the browser's database does not respond. */
export async function openStoredCaptures(tabId: number): Promise<StoredCaptures> {
  // A separate instance, because that of the writer tracks the parts of its own capture.
  const [storage, browserSession] = await Promise.all([openCaptureStorage(), readBrowserSession()]);
  return createStoredCaptures(storage, captureKey(browserSession, tabId));
}
