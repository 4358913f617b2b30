import type { LaunchedBrowser } from './launch';
import { stopWorkers } from './stop-workers';

/** A page of the extension that does nothing: it reaches what the extension stores. */
export const NEUTRAL_PAGE = 'icon.svg';

/** Whatever the extension keeps in databases: the sessions of tabs. Text: it runs in the browser. */
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
 * Makes a used browser as it was when it was launched.
 * One empty tab, and an extension that has stored nothing and whose worker remembers nothing. What the browser itself
 * stores of sites stays: each server of the tests has its own origin.
 */
export async function resetBrowser({ context, extensionId }: LaunchedBrowser): Promise<void> {
  const page = await context.newPage();
  for (const other of context.pages()) if (other !== page) await other.close();
  await page.goto(`chrome-extension://${extensionId}/${NEUTRAL_PAGE}`);
  // Before the storage is emptied: the worker would write down once more what it remembers.
  await stopWorkers(context, page);
  await page.evaluate(emptyDatabases);
  await page.evaluate(emptyStorage);
  await stopWorkers(context, page);
  await page.goto('about:blank');
}
