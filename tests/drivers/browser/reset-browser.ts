import type { LaunchedBrowser } from './launch';
import { stopWorkers } from './stop-workers';

/** An extension page without scripts, which has access to the extension's storage. */
export const SCRIPTLESS_PAGE = 'icon.svg';

/** Script that empties all databases of the extension. */
export const emptyDatabasesScript = `(async () => {
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

const emptyStorageScript = `(async () => {
  await chrome.storage.session.clear();
  await chrome.storage.local.clear();
  const rules = await chrome.declarativeNetRequest.getSessionRules();
  await chrome.declarativeNetRequest.updateSessionRules({ removeRuleIds: rules.map(({ id }) => id) });
})()`;

/**
 * Resets a used browser to its state after launch.
 * Closes all tabs but one, deletes the extension's stored data, and restarts its worker. Keeps the browser's data of
 * sites, because each server of the tests has its own origin.
 */
export async function resetBrowser({ context, extensionId }: LaunchedBrowser): Promise<void> {
  const page = await context.newPage();
  for (const other of context.pages()) if (other !== page) await other.close();
  await page.goto(`chrome-extension://${extensionId}/${SCRIPTLESS_PAGE}`);
  // A running worker would store its memory again after the storage is emptied.
  await stopWorkers(context, page);
  await page.evaluate(emptyDatabasesScript);
  await page.evaluate(emptyStorageScript);
  await stopWorkers(context, page);
  await page.goto('about:blank');
}
