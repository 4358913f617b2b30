import { type Signal, signal } from '@preact/signals';
import type { EpochMilliseconds } from '../journey/record';
import type { Field } from '../telemetry/fields';
import type { EventKind } from '../telemetry/kinds';
import type { Watching } from '../watching/site';
import { type Composer, createComposer, type DraftRules } from './composer';
import type { ArgumentRules } from './draft-of-record';
import { createFilter, type FilterModel } from './filter';
import { createFiring, type Firing } from './firing';
import { createFrames, type Frames } from './frames';
import { createNewest, type Newest } from './newest';
import { type PanelSettings, usualSettings } from './panel-settings';
import { createRecords, type Records } from './records';
import { createSavedFilters, noSavedFilterStore, type SavedFilterStore, type SavedFilters } from './saved-filters';
import { createSearchWarmer } from './search-warmer';
import { createSelection, type Selection } from './selection';
import { type After, createToasts, type Toasts } from './toasts';
import { createVisible, type VisibleItems } from './visible';

/** What the panel asks of the definitions. */
export interface PanelRules extends DraftRules, ArgumentRules {
  /** What a kind says, in one sentence of the document. */
  readonly summaryOf: (kind: EventKind) => string;
  /** The fields of a kind's arguments, in order. */
  readonly fieldsOf: (kind: EventKind) => readonly Field[];
}

/** The active test entity, without its tokens. */
export interface ActiveEntity {
  readonly userId: string;
  readonly accessExpiresAt: EpochMilliseconds;
}

export type PanelView = 'events' | 'compose' | 'registry';

/** Everything that the panel shows. The entrypoint feeds it; the components read it. */
export interface PanelModel {
  readonly rules: PanelRules;
  readonly records: Records;
  readonly filter: FilterModel;
  readonly saved: SavedFilters;
  readonly visible: VisibleItems;
  /** To be called when one is about to type a filter. */
  readonly prepareFilter: () => void;
  readonly selection: Selection;
  readonly newest: Newest;
  readonly composer: Composer;
  readonly firing: Firing;
  readonly frames: Frames;
  readonly toasts: Toasts;
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
  readonly rules: PanelRules;
  readonly now: () => EpochMilliseconds;
  readonly after: After;
  /** Where saved filters are kept; left out, they are kept as long as the panel is open. */
  readonly savedFilters?: SavedFilterStore;
}

export function createPanelModel({ rules, now, after, savedFilters = noSavedFilterStore }: World): PanelModel {
  const records = createRecords();
  const filter = createFilter();
  return {
    rules,
    records,
    filter,
    saved: createSavedFilters(savedFilters),
    visible: createVisible(records, filter),
    prepareFilter: createSearchWarmer(records, after).start,
    selection: createSelection(records),
    newest: createNewest(),
    composer: createComposer(rules),
    firing: createFiring(records, now),
    frames: createFrames(),
    toasts: createToasts(after),
    watching: signal<Watching>({ state: 'unavailable', host: '' }),
    recording: signal(true),
    settings: signal(usualSettings),
    entity: signal<ActiveEntity | null>(null),
    view: signal<PanelView>('events'),
    clock: signal(now()),
  };
}
