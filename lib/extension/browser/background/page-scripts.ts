import { browser } from 'wxt/browser';
import { createMutex } from '#core/util/mutex';
import type { ToAllRelays } from '#core/wire/page-messages';
import { CALL_STACKS, readHookSetting, USER_ACTIONS } from '#panel/capture/hook-settings';
import { SETTINGS_KEY } from '#panel/persistence/retention';
import { localStorage, onStoredChange } from '../storage';
import { onWatchingChange, readWatchedPatterns } from '../watching';

// The scripts are unlisted, and registered here instead of in the manifest, because the user selects the watched sites.
// WXT's wrapper for content scripts would also add the polyfill to every frame of every watched page.
const RELAY_FILE = '/relay.js';

/**
 * Registers the page scripts for exactly the watched sites, and injects them into open pages.
 * All listeners are added synchronously, so that they wake a stopped worker.
 */
export function startPageScripts(): void {
  const runExclusive = createMutex();
  const reconcile = (): void => void runExclusive(() => reconcileScripts(false));
  // Scripts of the previous version in open pages can no longer reach the extension.
  browser.runtime.onInstalled.addListener(() => void runExclusive(() => reconcileScripts(true)));
  browser.runtime.onStartup.addListener(reconcile);
  onWatchingChange(reconcile);
  // Open pages continue with their hook, because a second hook of a document does not start.
  onStoredChange(SETTINGS_KEY, (settings, before) => {
    if (hookFor(settings) !== hookFor(before)) reconcile();
  });
}

async function reconcileScripts(isNewVersion: boolean): Promise<void> {
  const wantedPatterns = [...(await readWatchedPatterns())];
  const registered = await browser.scripting.getRegisteredContentScripts();
  const registeredPatterns = registered.flatMap((script) => script.matches ?? []);
  const hookFile = await readHookFile();
  await registerFor(wantedPatterns, hookFile, registered.length > 0);
  await stopRelays(registeredPatterns.filter((pattern) => !wantedPatterns.includes(pattern)));
  await injectIntoTabs(
    wantedPatterns.filter((pattern) => isNewVersion || !registeredPatterns.includes(pattern)),
    hookFile,
  );
}

type HookFile = ReturnType<typeof hookFor>;

/** Returns the hook that reads only what the user has turned on. */
function hookFor(settings: unknown) {
  const wantsStacks = readHookSetting(settings, CALL_STACKS);
  if (!readHookSetting(settings, USER_ACTIONS)) return wantsStacks ? '/page-hook-stacks.js' : '/page-hook.js';
  return wantsStacks ? '/page-hook-stacks-actions.js' : '/page-hook-actions.js';
}

async function readHookFile(): Promise<HookFile> {
  return hookFor(await localStorage.get(SETTINGS_KEY));
}

/**
 * Registers the scripts. Updates existing ones instead of registering them again.
 * Pages may load at the same moment, for example when the browser starts.
 */
async function registerFor(wantedPatterns: string[], hookFile: HookFile, isRegistered: boolean): Promise<void> {
  const { scripting } = browser;
  if (wantedPatterns.length > 0 && isRegistered)
    await scripting.updateContentScripts(scriptsFor(wantedPatterns, hookFile));
  else if (wantedPatterns.length > 0) await scripting.registerContentScripts(scriptsFor(wantedPatterns, hookFile));
  else if (isRegistered) await scripting.unregisterContentScripts();
}

type RegisteredScripts = Parameters<typeof browser.scripting.registerContentScripts>[0];

function scriptsFor(matches: string[], hookFile: HookFile): RegisteredScripts {
  const common = { matches, runAt: 'document_start', allFrames: true, matchOriginAsFallback: true } as const;
  return [
    { ...common, id: 'page-hook', js: [hookFile], world: 'MAIN' },
    { ...common, id: 'relay', js: [RELAY_FILE], world: 'ISOLATED' },
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

async function stopRelays(patterns: string[]): Promise<void> {
  if (patterns.length === 0) return;
  const tabs = await browser.tabs.query({});
  // The URL cannot be read without access; a relay of another site ignores the message.
  await Promise.all(tabs.map((tab) => stopRelaysInTab(tab.id, patterns)));
}

async function stopRelaysInTab(tabId: number | undefined, patterns: readonly string[]): Promise<void> {
  if (tabId === undefined) return;
  try {
    const message: ToAllRelays = { type: 'stop-watching', patterns };
    await browser.tabs.sendMessage(tabId, message);
  } catch {
    // sendMessage rejects if no content script listens.
  }
}
