import { effect, type Signal, signal } from '@preact/signals';
import { isJsonObject } from '#core/json/json';
import { SETTINGS_KEY } from '#panel/persistence/retention';
import type { SharedStore } from '#panel/persistence/synced-list';

/**
 * What the user chose, by the names of the settings.
 * Holds only what was chosen, also by other versions.
 */
type ChosenSettings = Readonly<Record<string, unknown>>;

/** The settings of all features. Each feature defines its own with `defineSetting`. */
export interface Settings {
  readonly chosen: Signal<ChosenSettings>;
  /** Reads what was stored, and stores from then on what is chosen. Follows other panels. */
  load(): Promise<void>;
}

/**
 * `onFailure` is called when a setting cannot be stored.
 * It still holds for as long as the panel is open.
 */
export function createSettings(storage: SharedStore, onFailure: () => void): Settings {
  const chosen = signal<ChosenSettings>({});
  /** What the storage holds, as far as this panel knows. */
  let stored: ChosenSettings = {};
  const readStored = async (): Promise<ChosenSettings> => {
    const value = await storage.get(SETTINGS_KEY).catch(() => undefined);
    return isJsonObject(value) ? value : {};
  };
  const follow = async (): Promise<void> => {
    const before = chosen.peek();
    const next = await readStored();
    if (chosen.peek() !== before || JSON.stringify(next) === JSON.stringify(before)) return;
    stored = next;
    chosen.value = next;
  };
  return {
    chosen,
    async load() {
      stored = await readStored();
      const isUnchanged = Object.keys(chosen.peek()).length === 0;
      chosen.value = isUnchanged ? stored : { ...stored, ...chosen.peek() };
      storage.listen(SETTINGS_KEY, () => void follow());
      effect(() => {
        const next = chosen.value;
        if (next === stored) return;
        stored = next;
        storage.set(SETTINGS_KEY, next).catch(onFailure);
      });
    },
  };
}
