import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { type PanelSettings, usualSettings } from '#components/panel/app/panel-settings.ts';
import type { TabState } from '#components/panel/app/tab-state.ts';
import { createToasts, type Toasts } from '#components/panel/app/toasts.ts';
import {
  createSessions,
  type FileSession,
  type SessionSource,
  type Sessions,
} from '#components/panel/captures/capture-list.ts';
import { createEarlier, type Earlier, nothingKept } from '#components/panel/captures/earlier-capture-list.ts';
import { type ComposeState, createComposeState } from '#components/panel/compose/compose-state.ts';
import { type Composer, createComposer } from '#components/panel/compose/draft/composer.ts';
import type { ListSettings } from '#components/panel/event-list/columns/list-settings.ts';
import { createEventList, type EventList } from '#components/panel/event-list/event-list.ts';
import { createRowMenu, type RowMenu } from '#components/panel/event-list/row-menu.ts';
import { atOnce, type Pace } from '#components/panel/event-list/scheduler.ts';
import { createSavedFilters, type SavedFilters } from '#components/panel/filter/saved-filters.ts';
import type { ExportAsked } from '#components/panel/import-export/export-choice.ts';
import { createImporting, type Importing } from '#components/panel/import-export/importing.ts';
import type { PanelRules } from '#core/drafts/draft-rules';
import type { ReadingRules } from '#core/formats/read/reading';
import type { EpochMilliseconds } from '#core/journey/record';
import type { Watching } from '#core/util/site';
import type { After } from '#core/util/timer';
import { createFiring, type Firing } from '#extension/panel/firing/firing';
import type { EarlierSessions } from '#extension/panel/persistence/earlier-captures';
import { createMemoryStore } from '#extension/panel/persistence/memory-store';
import type { SharedStore } from '#extension/panel/persistence/synced-list';

/** The active test entity, without its tokens. */
export interface ActiveEntity {
  readonly sessionId: string;
  readonly userId: string;
  readonly accessExpiresAt: EpochMilliseconds;
}

/** `violations` is a part of composing: events that are wrong on purpose. */
export type PanelView = 'events' | 'compose' | 'violations' | 'scenarios' | 'registry';

/**
 * Everything that the panel shows. The entrypoint feeds it; the components read it. Its own list is the live one; what
 * is about looking at one list belongs to `EventList`, so that a session read from a file has it as well.
 */
export interface PanelModel extends EventList {
  readonly rules: PanelRules;
  readonly source: SessionSource;
  readonly sessions: Sessions;
  readonly importing: Importing;
  readonly earlier: Earlier;
  /** Whether an export was asked for, and of what. */
  readonly exportOpen: Signal<ExportAsked>;
  /** How long work may take at a time. */
  readonly pace: Pace;
  /** Of the extension. */
  readonly version: string;
  readonly saved: SavedFilters;
  /** The context menu of the list, open to further parts. */
  readonly rowMenu: RowMenu;
  /** What views that are loaded later need to keep things, and to wait. */
  readonly world: Pick<World, 'now' | 'after'> & { readonly store: SharedStore };
  readonly composer: Composer;
  readonly compose: ComposeState;
  readonly firing: Firing;
  readonly toasts: Toasts;
  readonly tab: Signal<TabState>;
  readonly watching: Signal<Watching>;
  readonly recording: Signal<boolean>;
  /** What the person chose; whoever has a storage keeps it. */
  readonly settings: Signal<PanelSettings>;
  readonly entity: Signal<ActiveEntity | null>;
  readonly view: Signal<PanelView>;
  /** The time of day, set by whoever has a clock; once a second is enough. */
  readonly clock: Signal<EpochMilliseconds>;
}

interface World {
  readonly rules: PanelRules & ReadingRules;
  readonly now: () => EpochMilliseconds;
  readonly after: After;
  /** Random, a UUID. */
  readonly newId?: () => string;
  /** Where filters, samples and scenarios are kept; left out, they are kept as long as the panel is open. */
  readonly store?: SharedStore;
  readonly pace?: Pace;
  /** The kept sessions of other tabs and days; left out, there are none. */
  readonly kept?: () => Promise<EarlierSessions>;
  readonly version?: string;
}

export function createPanelModel({
  rules,
  now,
  after,
  newId = () => crypto.randomUUID(),
  store = createMemoryStore(),
  pace = atOnce,
  kept = async () => nothingKept,
  version = '',
}: World): PanelModel {
  const composer = createComposer(rules, now);
  const settings = signal(usualSettings);
  const listSettings = listSettingsOf(settings);
  const live = createEventList(after, listSettings);
  const sessions = createSessions();
  const toasts = createToasts(after);
  return {
    ...live,
    rules,
    source: { from: 'page' },
    sessions,
    importing: createImporting({ rules, sessions, toasts, after, pace, listSettings }),
    earlier: createEarlier({ kept, sessions, toasts, after, listSettings }),
    exportOpen: signal<ExportAsked>(null),
    pace,
    version,
    world: { now, after, store },
    saved: createSavedFilters(store),
    rowMenu: createRowMenu(),
    composer,
    compose: createComposeState({
      composer,
      settings,
      validateEvent: rules.validateEvent,
      now,
      newId,
      store,
      tell: (text) => toasts.show({ tone: 'bad', text }),
    }),
    firing: createFiring(live.records, now),
    toasts,
    tab: signal<TabState>({ place: 'devtools', isClosed: false }),
    watching: signal<Watching>({ state: 'unavailable', host: '' }),
    recording: signal(true),
    settings,
    entity: signal<ActiveEntity | null>(null),
    view: signal<PanelView>('events'),
    clock: signal(now()),
  };
}

/** What the settings say of every list of the panel. */
function listSettingsOf(settings: ReadonlySignal<PanelSettings>): ReadonlySignal<ListSettings> {
  return computed(() => settings.value.list);
}

/** The model as it is for the session that is shown: with that session's list in the place of the live one. */
export function modelOf(model: PanelModel, session: FileSession | null): PanelModel {
  return session ? { ...model, ...session.list, source: { from: session.from, name: session.name } } : model;
}
