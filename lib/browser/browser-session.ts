import { z } from '../zod';
import { sessionStorage } from './storage';

const KEY = 'browserSession';

/** A random name of this run of the browser, the same in all of the extension's pages. */
export async function readBrowserSession(): Promise<string> {
  const known = z.string().safeParse(await sessionStorage.get(KEY));
  if (known.success) return known.data;
  await sessionStorage.set(KEY, crypto.randomUUID());
  // Read again: another panel may have named it in the same moment.
  return z.string().parse(await sessionStorage.get(KEY));
}
