import { browser } from 'wxt/browser';
import { createMutex } from '#core/util/mutex';
import type { ToAllRelays } from '#core/wire/page-messages';
import { CALL_STACKS, USER_ACTIONS, wantsOfHook } from '#panel/capture/hook-choices';
import { SETTINGS_KEY } from '#panel/persistence/retention';
import { listenStored, localStorage } from '../storage';
import { listenWatching, readWatchedPatterns } from '../watching';

// Unlisted scripts, registered here and not in the manifest: what is watched is the user's choice. (WXT's own wrapper
// for content scripts would add the polyfill to every frame of every watched page.)
const RELAY_FILE = '/relay.js';

/**
 * Keeps the page scripts registered for exactly the watched sites, and puts them into the pages that are open already.
 * All listeners are added at once, so that a worker that was stopped is woken for them.
 */
export function startPageScripts(): void {
  const runExclusive = createMutex();
  const reconcile = (): void => void runExclusive(() => reconcileScripts(false));
  // Open pages may hold scripts of the previous version, which are cut off from the extension.
  browser.runtime.onInstalled.addListener(() => void runExclusive(() => reconcileScripts(true)));
  browser.runtime.onStartup.addListener(reconcile);
  listenWatching(reconcile);
  // Open pages go on with the hook that they have: two hooks in one page would report everything twice.
  listenStored(SETTINGS_KEY, (settings, before) => {
    if (hookFor(settings) !== hookFor(before)) reconcile();
  });
}

async function reconcileScripts(isNewVersion: boolean): Promise<void> {
  const wanted = [...(await readWatchedPatterns())];
  const registered = await browser.scripting.getRegisteredContentScripts();
  const present = registered.flatMap((script) => script.matches ?? []);
  const hookFile = await chosenHook();
  await registerFor(wanted, hookFile, registered.length > 0);
  await quietTabs(present.filter((pattern) => !wanted.includes(pattern)));
  await injectIntoTabs(
    wanted.filter((pattern) => isNewVersion || !present.includes(pattern)),
    hookFile,
  );
}

type HookFile = ReturnType<typeof hookFor>;

/** Returns the hook that reads what the user has asked for, and no more. */
function hookFor(settings: unknown) {
  const wantsStacks = wantsOfHook(settings, CALL_STACKS);
  if (!wantsOfHook(settings, USER_ACTIONS)) return wantsStacks ? '/page-hook-stacks.js' : '/page-hook.js';
  return wantsStacks ? '/page-hook-stacks-actions.js' : '/page-hook-actions.js';
}

async function chosenHook(): Promise<HookFile> {
  return hookFor(await localStorage.get(SETTINGS_KEY));
}

/**
 * Updates existing scripts instead of registering them again: pages may load at that very moment, as a browser does at
 * its start.
 */
async function registerFor(wanted: string[], hookFile: HookFile, isThere: boolean): Promise<void> {
  const { scripting } = browser;
  if (wanted.length > 0 && isThere) await scripting.updateContentScripts(scriptsFor(wanted, hookFile));
  else if (wanted.length > 0) await scripting.registerContentScripts(scriptsFor(wanted, hookFile));
  else if (isThere) await scripting.unregisterContentScripts();
}

type RegisteredScripts = Parameters<typeof browser.scripting.registerContentScripts>[0];

function scriptsFor(matches: string[], hookFile: HookFile): RegisteredScripts {
  const everywhere = { matches, runAt: 'document_start', allFrames: true, matchOriginAsFallback: true } as const;
  return [
    { ...everywhere, id: 'page-hook', js: [hookFile], world: 'MAIN' },
    { ...everywhere, id: 'relay', js: [RELAY_FILE], world: 'ISOLATED' },
  ] as RegisteredScripts;
}

async function injectIntoTabs(patterns: string[], hookFile: HookFile): Promise<void> {
  if (patterns.length === 0) return;
  const tabs = await browser.tabs.query({ url: patterns });
  await Promise.all(tabs.map((tab) => injectIntoTab(tab.id, hookFile)));
}

async function injectIntoTab(tabId: number | undefined, hookFile: HookFile): Promise<void> {
  if (tabId === undefined) return;
  const target = { tabId, allFrames: true };
  try {
    await browser.scripting.executeScript({ target, files: [hookFile], world: 'MAIN', injectImmediately: true });
    await browser.scripting.executeScript({ target, files: [RELAY_FILE], injectImmediately: true });
  } catch {
    // The tab was closed or shows an error page: its next page gets the registered scripts.
  }
}

async function quietTabs(patterns: string[]): Promise<void> {
  if (patterns.length === 0) return;
  const tabs = await browser.tabs.query({});
  // The URL cannot be read without access; a relay of another site ignores the message.
  await Promise.all(tabs.map((tab) => quietTab(tab.id, patterns)));
}

async function quietTab(tabId: number | undefined, patterns: readonly string[]): Promise<void> {
  if (tabId === undefined) return;
  try {
    const message: ToAllRelays = { type: 'stop-watching', patterns };
    await browser.tabs.sendMessage(tabId, message);
  } catch {
    // sendMessage rejects if no content script listens.
  }
}
