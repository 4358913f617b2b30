import * as z from '#core/util/zod';
import { localStorage } from '../storage';

const KEY = 'browserSession';
const LOCK = 'browser session';

/**
 * A random name of this run of the browser, the same in all of the extension's pages.
 * Lasting storage holds it: memory storage is emptied by each update and reload of the extension.
 */
export async function readBrowserSession(): Promise<string> {
  // Serialized: of two panels that name the run at once, one would store rows under an unknown name.
  return await navigator.locks.request(LOCK, readOrName);
}

/** Names a new run. For the start of the browser alone. */
export async function renewBrowserSession(): Promise<void> {
  await navigator.locks.request(LOCK, nameRun);
}

async function readOrName(): Promise<string> {
  const known = z.string().safeParse(await localStorage.get(KEY));
  return known.success ? known.data : nameRun();
}

async function nameRun(): Promise<string> {
  const name = crypto.randomUUID();
  await localStorage.set(KEY, name);
  return name;
}
