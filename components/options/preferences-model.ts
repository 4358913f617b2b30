import { type ReadonlySignal, signal } from '@preact/signals';
import type { PopupToast } from '#components/popup/model/popup-toast.ts';
import { isJsonObject } from '#core/json/json';
import type { WatchedSites } from '#core/util/site';
import type { ThemeSetting } from '#extension/protocol/theme-setting';
import { i18n } from '#i18n';
import { CALL_STACKS, readHookSetting, USER_ACTIONS } from '#panel/capture/hook-settings';
import { type KeepFor, parseKeepFor } from '#panel/persistence/retention';
import type { StoredSettings } from '#panel/persistence/stored-settings';

/** Browser functions of the preferences. */
export interface PreferencesDeps {
  readonly readSites: () => Promise<WatchedSites>;
  readonly watchPattern: (pattern: string) => Promise<void>;
  readonly stopPattern: (pattern: string) => Promise<void>;
  readonly forgetPattern: (pattern: string) => Promise<void>;
  readonly loadTheme: () => Promise<ThemeSetting>;
  readonly saveTheme: (setting: ThemeSetting) => Promise<void>;
  /** Loads the settings of all panels, an object by name. They are unvalidated, as read from storage. */
  readonly loadSettings: () => Promise<unknown>;
  /** Stores changed settings. Other settings keep their stored values. */
  readonly changeSettings: (changes: StoredSettings) => Promise<void>;
  /** Returns the stored bytes, or `null` if the browser does not report them. */
  readonly readUsage: () => Promise<number | null>;
  /** Rejects if the browser's database does not respond. */
  readonly clearCaptures: () => Promise<void>;
}

interface PanelSettings {
  readonly preserveLog: boolean;
  readonly timeline: boolean;
  readonly callStacks: boolean;
  readonly userActions: boolean;
  readonly keepFor: KeepFor;
}

interface PreferencesState {
  readonly sites: WatchedSites;
  readonly theme: ThemeSetting;
  readonly panel: PanelSettings;
  readonly usage: number | null;
}

/** The sites, the panel's settings, the theme and the storage. */
export interface PreferencesModel {
  /** Null until the preferences are loaded. */
  readonly state: ReadonlySignal<PreferencesState | null>;
  /** Loads all preferences. Call again when another page may have changed them. */
  readonly load: () => Promise<void>;
  readonly watch: (pattern: string) => Promise<void>;
  readonly stop: (pattern: string) => Promise<void>;
  readonly forget: (pattern: string) => Promise<void>;
  readonly selectTheme: (setting: ThemeSetting) => Promise<void>;
  readonly changePanel: (change: Partial<PanelSettings>) => Promise<void>;
  readonly clear: () => Promise<void>;
}

export function createPreferencesModel(deps: PreferencesDeps, toast: PopupToast): PreferencesModel {
  const state = signal<PreferencesState | null>(null);

  async function load(): Promise<void> {
    const [sites, theme, settings, usage] = await Promise.all([
      deps.readSites(),
      deps.loadTheme(),
      deps.loadSettings(),
      deps.readUsage(),
    ]);
    state.value = { sites, theme, panel: parsePanelSettings(settings), usage };
  }

  async function reportChange(change: Promise<void>, successText?: () => string): Promise<void> {
    try {
      await change;
      if (successText) toast.showSuccess(successText);
    } catch {
      toast.showError(() => i18n.t('options.notSaved'));
    }
    await load();
  }

  return {
    state,
    load,
    watch: (pattern) => reportChange(deps.watchPattern(pattern)),
    stop: (pattern) => reportChange(deps.stopPattern(pattern)),
    forget: (pattern) => reportChange(deps.forgetPattern(pattern)),
    selectTheme: (setting) => reportChange(deps.saveTheme(setting)),
    changePanel: (change) => reportChange(deps.changeSettings(change)),
    clear: () => reportChange(deps.clearCaptures(), () => i18n.t('options.storage.cleared')),
  };
}

function parsePanelSettings(stored: unknown): PanelSettings {
  const settings = isJsonObject(stored) ? stored : {};
  return {
    preserveLog: settings.preserveLog !== false,
    timeline: settings.timeline !== false,
    callStacks: readHookSetting(settings, CALL_STACKS),
    userActions: readHookSetting(settings, USER_ACTIONS),
    keepFor: parseKeepFor(settings.keepFor),
  };
}
