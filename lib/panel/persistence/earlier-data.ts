import type { PanelHost } from '../panel-host';
import { SETTINGS_KEY } from './retention';

/** The stored drafts of Compose. */
export const DRAFTS_KEY = 'compose-drafts';

/**
 * Empties captures, settings and drafts from before version 1, which no version reads.
 * Resolves with whether there were any; without the browser's database there are none.
 */
export async function emptyEarlierData({
  deleteEarlierCaptures,
  storage,
}: Pick<PanelHost, 'deleteEarlierCaptures' | 'storage'>): Promise<boolean> {
  const wereDeleted = await deleteEarlierCaptures().catch(() => false);
  if (wereDeleted) {
    await Promise.allSettled([SETTINGS_KEY, DRAFTS_KEY].map((key) => storage.set(key, {})));
  }
  return wereDeleted;
}
