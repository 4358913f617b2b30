import * as z from '#core/util/zod';
import { sessionStorage } from '../storage';

const KEY = 'browserSession';

/** A random name of this run of the browser, the same in all of the extension's pages. */
export async function readBrowserSession(): Promise<string> {
  // Serialized: of two panels that name the run at once, one would store rows under an unknown name.
  return await navigator.locks.request('browser session', readOrName);
}

async function readOrName(): Promise<string> {
  const known = z.string().safeParse(await sessionStorage.get(KEY));
  if (known.success) return known.data;
  const name = crypto.randomUUID();
  await sessionStorage.set(KEY, name);
  return name;
}
