import { computed, type ReadonlySignal, signal } from '@preact/signals';
import type { TelemetryRecord } from '../journey/record';
import type { EventKind } from '../telemetry/kinds';
import { hasNotice } from './counts';
import { searchTextOf } from './search-text';

export const stateFilters = ['invalid', 'notices', 'byHand'] as const;
/** A quick filter by what became of the event. */
export type StateFilter = (typeof stateFilters)[number];

/** What the list is narrowed to. Kinds, and states, are alternatives; text, kinds and states must all be met. */
export interface Filter {
  readonly text: string;
  readonly kinds: ReadonlySet<EventKind>;
  readonly states: ReadonlySet<StateFilter>;
}

export const noFilter: Filter = { text: '', kinds: new Set(), states: new Set() };

export type Matcher = (record: TelemetryRecord) => boolean;

const stateTests: Readonly<Record<StateFilter, Matcher>> = {
  invalid: (record) => record.verdict === 'invalid',
  notices: hasNotice,
  byHand: (record) => record.firedBy.from === 'panel',
};

export function isEmptyFilter(filter: Filter): boolean {
  return filter.text.trim() === '' && filter.kinds.size === 0 && filter.states.size === 0;
}

/** The one place where a filter becomes a test; a filter language would be read here. Cheapest questions first. */
export function compileFilter(filter: Filter): Matcher {
  const tests = [...kindTest(filter.kinds), ...anyState(filter.states), ...textTest(filter.text)];
  const [only] = tests;
  if (!only) return () => true;
  return tests.length === 1 ? only : (record) => tests.every((test) => test(record));
}

/** Whether everything that passes `next` is known to pass `before`: then only what passed before need be looked at. */
export function isNarrower(next: Filter, before: Filter): boolean {
  const sameChips = next.kinds === before.kinds && next.states === before.states;
  return sameChips && normal(next.text).includes(normal(before.text));
}

function normal(text: string): string {
  return text.trim().toLowerCase();
}

function kindTest(kinds: Filter['kinds']): readonly Matcher[] {
  return kinds.size === 0 ? [] : [(record) => record.kind !== null && kinds.has(record.kind)];
}

function anyState(states: Filter['states']): readonly Matcher[] {
  const chosen = [...states].map((state) => stateTests[state]);
  return chosen.length === 0 ? [] : [(record) => chosen.some((test) => test(record))];
}

function textTest(text: string): readonly Matcher[] {
  const wanted = normal(text);
  return wanted === '' ? [] : [(record) => searchTextOf(record).includes(wanted)];
}

/** The filter as the filter bar sets it. */
export interface FilterModel {
  readonly value: ReadonlySignal<Filter>;
  readonly isEmpty: ReadonlySignal<boolean>;
  setText(text: string): void;
  toggleKind(kind: EventKind): void;
  allKinds(): void;
  toggleState(state: StateFilter): void;
  clear(): void;
}

export function createFilter(): FilterModel {
  const value = signal<Filter>(noFilter);
  const change = (part: Partial<Filter>) => {
    value.value = { ...value.value, ...part };
  };
  return {
    value,
    isEmpty: computed(() => isEmptyFilter(value.value)),
    setText: (text) => change({ text }),
    toggleKind: (kind) => change({ kinds: toggled(value.value.kinds, kind) }),
    allKinds: () => change({ kinds: noFilter.kinds }),
    toggleState: (state) => change({ states: toggled(value.value.states, state) }),
    clear: () => {
      value.value = noFilter;
    },
  };
}

function toggled<Item>(items: ReadonlySet<Item>, item: Item): ReadonlySet<Item> {
  const next = new Set(items);
  if (!next.delete(item)) next.add(item);
  return next;
}
