import { browser } from 'wxt/browser';
import {
  matchPatternOf,
  type UnwatchedFrames,
  unwatchedFramesOf,
  type WatchedSites,
  type Watching,
  type WatchSettings,
  watchedPatterns,
  watchingOf,
} from '#core/util/site';
import * as z from '#core/util/zod';
import { callBackground, hasOwnApi } from './panel/ask-background';
import { sharedStorage } from './shared-storage';

/** Storage key of the sites that the user watches, as match patterns. */
const WATCHED_KEY = 'watchedSites';
const watchedSchema = z.array(z.string());

async function readWatchSettings(): Promise<WatchSettings> {
  const [granted, stored] = await Promise.all([readGrantedOrigins(), browser.storage.local.get(WATCHED_KEY)]);
  const selected = watchedSchema.safeParse(stored[WATCHED_KEY]);
  return { granted, selected: selected.success ? selected.data : localSites() };
}

export async function readWatching(url: string): Promise<Watching> {
  return watchingOf(url, await readWatchSettings());
}

/** Reads whether a page is watched, and if so, which of its frames are not. */
export async function readPageWatching(
  url: string,
  frameUrls: readonly string[],
): Promise<{ readonly watching: Watching; readonly unwatchedFrames: readonly UnwatchedFrames[] }> {
  const settings = await readWatchSettings();
  const watching = watchingOf(url, settings);
  return { watching, unwatchedFrames: watching.state === 'watched' ? unwatchedFramesOf(frameUrls, settings) : [] };
}

/**
 * Watches the page's site from now on.
 * Call directly in a click, because the browser may ask the user. Returns false if the user denied access, or if
 * extensions can't run on the page.
 */
export async function watchSite(url: string): Promise<boolean> {
  const pattern = matchPatternOf(url);
  if (pattern === null) return false;
  const isGranted = await requestAccess(pattern);
  if (isGranted) await setWatched((selected) => [...new Set([...selected, pattern])]);
  return isGranted;
}

/** Stops watching the page's site, and revokes the access if it was granted for it. */
export async function stopWatchingSite(url: string): Promise<void> {
  const pattern = matchPatternOf(url);
  if (pattern === null) return;
  await setWatched((selected) => selected.filter((other) => other !== pattern));
  // Access that was granted at installation cannot be revoked. It stays unused.
  if (!localSites().includes(pattern)) await revokeAccess(pattern);
}

/** Notifies when the watched sites may have changed, in any page. Returns an unsubscribe function. */
export function onWatchingChange(listener: () => void): () => void {
  const onStorage = (changes: Record<string, unknown>, area: string): void => {
    if (area === 'local' && WATCHED_KEY in changes) listener();
  };
  browser.storage.onChanged.addListener(onStorage);
  const stop = (): void => browser.storage.onChanged.removeListener(onStorage);
  // Panels in Firefox get storage events, not permission events.
  if (!hasOwnApi('permissions')) return stop;
  const { onAdded, onRemoved } = browser.permissions;
  onAdded.addListener(listener);
  onRemoved.addListener(listener);
  return () => {
    stop();
    onAdded.removeListener(listener);
    onRemoved.removeListener(listener);
  };
}

export async function readWatchedPatterns(): Promise<readonly string[]> {
  return watchedPatterns(await readWatchSettings());
}

/** Changes the watched sites. Changes of all pages and the background run one after the other. */
async function setWatched(change: (selected: readonly string[]) => readonly string[]): Promise<void> {
  await sharedStorage.runExclusive(WATCHED_KEY, async () => {
    const { selected } = await readWatchSettings();
    await sharedStorage.set(WATCHED_KEY, change(selected));
  });
}

async function readGrantedOrigins(): Promise<readonly string[]> {
  if (hasOwnApi('permissions')) return (await browser.permissions.getAll()).origins ?? [];
  const granted = await callBackground('grantedOrigins', {});
  return granted.ok ? granted.value : [];
}

/**
 * Requests access to the hosts of a pattern. Returns true without a prompt if access is granted already.
 * Requires a user gesture. A panel in Firefox cannot request access, and only reads whether it is granted.
 */
export async function requestAccess(pattern: string): Promise<boolean> {
  if (hasOwnApi('permissions')) return browser.permissions.request({ origins: [pattern] });
  const access = await callBackground('hasAccess', { pattern });
  return access.ok && access.value;
}

async function revokeAccess(pattern: string): Promise<void> {
  if (hasOwnApi('permissions')) await browser.permissions.remove({ origins: [pattern] });
  else await callBackground('revokeAccess', { pattern });
}

/** Returns the local hosts in the manifest, which are watched by default. */
function localSites(): readonly string[] {
  return browser.runtime.getManifest().host_permissions ?? [];
}

/** Storage of the watched sites, for the options page. */
export const siteStorage = {
  /** Reads the watched patterns, and those that the extension has access to but does not watch. */
  async readSites(): Promise<WatchedSites> {
    const settings = await readWatchSettings();
    const watched = watchedPatterns(settings);
    return { watched, stopped: settings.granted.filter((pattern) => !watched.includes(pattern)), fixed: localSites() };
  },
  /** Watches a site to which the extension has access. */
  watchPattern: (pattern: string): Promise<void> => setWatched((selected) => [...new Set([...selected, pattern])]),
  /** Stops watching a site, without revoking the access. */
  stopPattern: (pattern: string): Promise<void> =>
    setWatched((selected) => selected.filter((other) => other !== pattern)),
  /** Stops watching a site, and revokes the access. */
  async forgetPattern(pattern: string): Promise<void> {
    await siteStorage.stopPattern(pattern);
    if (!localSites().includes(pattern)) await revokeAccess(pattern);
  },
};
