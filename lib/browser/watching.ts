import { browser } from 'wxt/browser';
import { patternOf, type Watching, type WatchSettings, watchedPatterns, watchingOf } from '../watching/site';
import { z } from '../zod';

/** Sites that are not watched although the extension may: kept in storage.local until the person watches them again. */
const STOPPED_KEY = 'stoppedSites';
const stoppedSchema = z.array(z.string()).catch([]);

export async function readWatchSettings(): Promise<WatchSettings> {
  const [{ origins = [] }, stored] = await Promise.all([
    browser.permissions.getAll(),
    browser.storage.local.get(STOPPED_KEY),
  ]);
  return { granted: origins, stopped: stoppedSchema.parse(stored[STOPPED_KEY] ?? []) };
}

export async function readWatching(url: string): Promise<Watching> {
  return watchingOf(url, await readWatchSettings());
}

/**
 * Watches the page's site from now on. The browser asks the person where it has to; so this must be called straight
 * from a click. False where the person said no, or where no extension may look.
 */
export async function watchSite(url: string): Promise<boolean> {
  const pattern = patternOf(url);
  if (pattern === null) return false;
  const granted = await browser.permissions.request({ origins: [pattern] });
  if (granted) await setStopped((stopped) => stopped.filter((other) => other !== pattern));
  return granted;
}

/** Stops watching the page's site, and gives the access back where it was asked for. */
export async function stopWatchingSite(url: string): Promise<void> {
  const pattern = patternOf(url);
  if (pattern === null) return;
  if (isRequired(pattern)) await setStopped((stopped) => [...new Set([...stopped, pattern])]);
  else await browser.permissions.remove({ origins: [pattern] });
}

/** Tells when what is watched may have changed, wherever that was done. Answers the undo. */
export function listenWatching(listener: () => void): () => void {
  const { onAdded, onRemoved } = browser.permissions;
  const onStorage = (changes: Record<string, unknown>, area: string): void => {
    if (area === 'local' && STOPPED_KEY in changes) listener();
  };
  onAdded.addListener(listener);
  onRemoved.addListener(listener);
  browser.storage.onChanged.addListener(onStorage);
  return () => {
    onAdded.removeListener(listener);
    onRemoved.removeListener(listener);
    browser.storage.onChanged.removeListener(onStorage);
  };
}

export async function readWatchedPatterns(): Promise<readonly string[]> {
  return watchedPatterns(await readWatchSettings());
}

async function setStopped(change: (stopped: readonly string[]) => readonly string[]): Promise<void> {
  const { stopped } = await readWatchSettings();
  await browser.storage.local.set({ [STOPPED_KEY]: change(stopped) });
}

/** Access that came with the installation cannot be given back; it is only left unused. */
function isRequired(pattern: string): boolean {
  return (browser.runtime.getManifest().host_permissions ?? []).includes(pattern);
}
