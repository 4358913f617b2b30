import * as z from '#core/util/zod';
import { sessionStorage } from '../storage';

const KEY = 'browserSession';

/** A random name of this run of the browser, the same in all of the extension's pages. */
export async function readBrowserSession(): Promise<string> {
  // One at a time: of two that name it in the same moment, one would keep its rows under a name nobody knows.
  return await navigator.locks.request('browser session', readOrName);
}

async function readOrName(): Promise<string> {
  const known = z.string().safeParse(await sessionStorage.get(KEY));
  if (known.success) return known.data;
  const name = crypto.randomUUID();
  await sessionStorage.set(KEY, name);
  return name;
}
