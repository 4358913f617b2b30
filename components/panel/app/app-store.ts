import { computed, effect, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { EpochMilliseconds } from '#core/journey/record';
import type { Scheduler } from '#core/util/scheduler';
import type { UnwatchedFrames, Watching } from '#core/util/site';
import { i18n } from '#i18n';
import { type ActingState, type ActiveEntity, activeEntity } from '#panel/acting-state';
import { SETTINGS_KEY } from '#panel/persistence/retention';
import { readSettings, type StoredSettings, storeSettings } from '#panel/persistence/stored-settings';
import type { SharedStore } from '#panel/persistence/synced-list';
import { type AppCommands, createAppCommands, type PanelActions } from './app-commands';
import type { TabState } from './tab-state';
import { createToasts, type Toasts } from './toasts';

/**
 * The names of the panel's views. Each feature that has one adds its name by `declare module`.
 *
 * @public
 */
export interface PanelViewNames {
  /** The initial view. */
  readonly events: true;
}

export type PanelView = keyof PanelViewNames;

/** State shared by all features of the panel. It depends on none of them. */
export interface AppStore {
  readonly actions: PanelActions;
  readonly commands: AppCommands;
  readonly toasts: Toasts;
  readonly tab: Signal<TabState>;
  readonly watching: Signal<Watching>;
  /** Frames of the inspected page whose sites are not watched, although the page's own site is. */
  readonly unwatchedFrames: Signal<readonly UnwatchedFrames[]>;
  readonly recording: Signal<boolean>;
  readonly settings: Settings;
  /** The logged-in entities, or null if the background does not respond. */
  readonly acting: Signal<ActingState | null>;
  /** The active test entity, without its tokens. */
  readonly entity: ReadonlySignal<ActiveEntity | null>;
  readonly view: Signal<PanelView>;
  /** The current time, to the second. */
  readonly clock: Signal<EpochMilliseconds>;
  /** Version of the extension. */
  readonly version: string;
  readonly now: () => EpochMilliseconds;
  readonly scheduler: Scheduler;
  /** Returns a random UUID. */
  readonly newId: () => string;
  /** Shared by all panels. */
  readonly storage: SharedStore;
}

export interface AppDeps extends Pick<AppStore, 'actions' | 'now' | 'scheduler' | 'storage'> {
  readonly watching?: AppStore['watching'];
  readonly unwatchedFrames?: AppStore['unwatchedFrames'];
  readonly newId?: AppStore['newId'];
  readonly version?: string;
}

export function createAppStore({
  actions,
  now,
  scheduler,
  newId = () => crypto.randomUUID(),
  storage,
  watching = signal({ state: 'unavailable', host: '' }),
  unwatchedFrames = signal([]),
  version = '',
}: AppDeps): AppStore {
  const toasts = createToasts(scheduler.setTimer);
  const acting = signal<ActingState | null>(null);
  return {
    actions,
    commands: createAppCommands({ actions, toasts, watching }),
    toasts,
    tab: signal<TabState>({ hostType: 'devtools', isClosed: false }),
    watching,
    unwatchedFrames,
    recording: signal(true),
    settings: createSettings(storage, () => toasts.show({ tone: 'error', text: () => i18n.t('settings.notStored') })),
    acting,
    entity: computed(() => acting.value && activeEntity(acting.value)),
    view: signal<PanelView>('events'),
    clock: signal(now()),
    version,
    now,
    scheduler,
    newId,
    storage,
  };
}

/** The settings of all features. Each feature defines its own with `defineSetting`. */
interface Settings {
  readonly values: Signal<StoredSettings>;
  /** Loads the stored settings, and from then on stores each change. Applies changes of other panels. */
  load(): Promise<void>;
}

/**
 * Creates the settings of a panel.
 * `onFailure` is called when a setting cannot be stored. The setting still applies while the panel is open.
 */
function createSettings(storage: SharedStore, onFailure: () => void): Settings {
  const values = signal<StoredSettings>({});
  /** The stored settings, as this panel last loaded or changed them. */
  let lastStored: StoredSettings = {};
  /** Changes that are not stored yet. */
  let unsaved: StoredSettings = {};
  const readStored = (): Promise<StoredSettings> => readSettings(storage).catch(() => ({}));
  const applyStored = async (): Promise<void> => {
    const before = values.peek();
    const next = { ...(await readStored()), ...unsaved };
    if (values.peek() !== before || JSON.stringify(next) === JSON.stringify(before)) return;
    lastStored = next;
    values.value = next;
  };
  const save = async (): Promise<void> => {
    try {
      const storedChanges = await storeSettings(storage, () => unsaved);
      if (unsaved === storedChanges) unsaved = {};
    } catch {
      onFailure();
    }
  };
  return {
    values,
    async load() {
      lastStored = await readStored();
      const isUnchanged = Object.keys(values.peek()).length === 0;
      values.value = isUnchanged ? lastStored : { ...lastStored, ...values.peek() };
      storage.subscribe(SETTINGS_KEY, () => void applyStored());
      effect(() => {
        const next = values.value;
        const changes = Object.entries(next).filter(([name, value]) => value !== lastStored[name]);
        if (changes.length === 0) return;
        lastStored = next;
        unsaved = { ...unsaved, ...Object.fromEntries(changes) };
        void save();
      });
    },
  };
}
