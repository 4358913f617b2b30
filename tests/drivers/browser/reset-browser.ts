import type { LaunchedBrowser } from './launch';
import { stopWorkers } from './stop-workers';

/** An extension page without scripts, which has access to the extension's storage. */
export const NEUTRAL_PAGE = 'icon.svg';

/** Empties all databases of the extension. A string because it runs in the browser. */
export const emptyDatabases = `(async () => {
  const settled = (request) => new Promise((done, fail) => {
    request.onsuccess = request.oncomplete = () => done(request.result);
    request.onerror = request.onabort = () => fail(request.error);
  });
  for (const { name } of await indexedDB.databases()) {
    const database = await settled(indexedDB.open(name));
    const change = database.transaction([...database.objectStoreNames], 'readwrite');
    for (const store of change.objectStoreNames) change.objectStore(store).clear();
    await settled(change);
    database.close();
  }
})()`;

const emptyStorage = `(async () => {
  await chrome.storage.session.clear();
  await chrome.storage.local.clear();
  const rules = await chrome.declarativeNetRequest.getSessionRules();
  await chrome.declarativeNetRequest.updateSessionRules({ removeRuleIds: rules.map(({ id }) => id) });
})()`;

/**
 * Resets a used browser to its state after launch.
 * One empty tab remains, and an extension without stored data, whose worker has no memory. The browser's own data of
 * sites stays: each server of the tests has its own origin.
 */
export async function resetBrowser({ context, extensionId }: LaunchedBrowser): Promise<void> {
  const page = await context.newPage();
  for (const other of context.pages()) if (other !== page) await other.close();
  await page.goto(`chrome-extension://${extensionId}/${NEUTRAL_PAGE}`);
  // Before the storage is emptied, because the worker would store its memory again.
  await stopWorkers(context, page);
  await page.evaluate(emptyDatabases);
  await page.evaluate(emptyStorage);
  await stopWorkers(context, page);
  await page.goto('about:blank');
}
