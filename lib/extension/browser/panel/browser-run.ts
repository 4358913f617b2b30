import { browser } from 'wxt/browser';
import { nameNewRun, type RunNameDeps, readRunName } from '#panel/persistence/run-name';
import { localStorage, sessionStorage } from '../storage';
import { hasOwnApi } from './ask-background';

const LOCK = 'browser session';

const deps: RunNameDeps = {
  memory: sessionStorage,
  lasting: localStorage,
  async openTabIds() {
    // Firefox gives panels no `tabs`.
    if (!hasOwnApi('tabs')) return [];
    return (await browser.tabs.query({})).flatMap(({ id }) => id ?? []);
  },
  newName: () => crypto.randomUUID(),
};

/** A random name of this run of the browser, the same in all of the extension's pages. */
export async function readBrowserSession(): Promise<string> {
  // Serialized: of two panels that name the run at once, one would store rows under an unknown name.
  return await navigator.locks.request(LOCK, () => readRunName(deps));
}

/** Names a new run. For the start of the browser alone. */
export async function renewBrowserSession(): Promise<void> {
  await navigator.locks.request(LOCK, () => nameNewRun(deps));
}
