import type { PanelHost } from '../panel-host';
import { SETTINGS_KEY } from './retention';

/** Storage key of the drafts in Compose. */
export const DRAFTS_KEY = 'compose-drafts';

/**
 * Deletes captures, settings and drafts from before version 1, which no version can read.
 * Resolves with whether there were any; false without the browser's database.
 */
export async function deleteEarlierData({
  deleteEarlierCaptures,
  storage,
}: Pick<PanelHost, 'deleteEarlierCaptures' | 'storage'>): Promise<boolean> {
  const wereDeleted = await deleteEarlierCaptures().catch(() => false);
  if (wereDeleted) {
    await Promise.allSettled([SETTINGS_KEY, DRAFTS_KEY].map((key) => storage.set(key, {})));
  }
  return wereDeleted;
}
