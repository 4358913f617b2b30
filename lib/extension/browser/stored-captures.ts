import { SETTINGS_KEY } from '#panel/persistence/retention';
import { openSessionDb } from './panel/session-storage';
import { localStorage } from './storage';

/** What the options page needs to show and empty the storage. */
export const captureStorage = {
  /** Bytes that the extension's pages store, as the browser estimates; null if it does not tell. */
  async readUsage(): Promise<number | null> {
    return (await navigator.storage?.estimate().catch(() => null))?.usage ?? null;
  },
  /** Deletes the stored events of all tabs. Rejects where the browser's database does not respond. */
  async clearCaptures(): Promise<void> {
    const captures = await openSessionDb();
    const heads = await captures.heads();
    await captures.remove(heads.flatMap((head) => keyOf(head)));
  },
};

function keyOf(head: unknown): readonly string[] {
  return typeof head === 'object' && head !== null && 'key' in head && typeof head.key === 'string' ? [head.key] : [];
}

/** What the options page needs of the panel's settings, by their names. */
export const panelSettingsStorage = {
  loadSettings: (): Promise<unknown> => localStorage.get(SETTINGS_KEY).catch(() => undefined),
  saveSettings: (settings: Readonly<Record<string, unknown>>): Promise<void> =>
    localStorage.set(SETTINGS_KEY, settings),
};
