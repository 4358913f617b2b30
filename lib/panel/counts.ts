import type { TelemetryRecord } from '../journey/record';
import { isChanged, isDoubled, isLost, type JourneyState, journeyState } from '../journey/state';
import type { EventKind } from '../telemetry/kinds';

/** How many of the recorded events are what: kept while they come in, never counted over. */
export interface Counts {
  readonly total: number;
  readonly invalid: number;
  /** Valid, or not known, with at least one notice. */
  readonly notices: number;
  readonly byHand: number;
  /** Called or emitted, but never sent. */
  readonly lost: number;
  /** Something of what was called was dropped or overwritten on the way. */
  readonly changed: number;
  readonly doubled: number;
  /** Invalid or lost, each once: what the badge shows. */
  readonly wrong: number;
  readonly byKind: ReadonlyMap<EventKind, number>;
  readonly byState: ReadonlyMap<JourneyState, number>;
  /** How many events a document's SDK holds until its batch is sent, by document key. */
  readonly waitingIn: ReadonlyMap<string, number>;
}

export const noCounts: Counts = {
  total: 0,
  invalid: 0,
  notices: 0,
  byHand: 0,
  lost: 0,
  changed: 0,
  doubled: 0,
  wrong: 0,
  byKind: new Map(),
  byState: new Map(),
  waitingIn: new Map(),
};

/** An event that is not invalid, but about which something is worth knowing. */
export function hasNotice(record: TelemetryRecord): boolean {
  return record.verdict !== 'invalid' && record.findings.length > 0;
}

export interface Counter {
  add(record: TelemetryRecord): void;
  remove(record: TelemetryRecord): void;
  snapshot(): Counts;
}

export function createCounter(): Counter {
  const figures = { total: 0, invalid: 0, notices: 0, byHand: 0, lost: 0, changed: 0, doubled: 0, wrong: 0 };
  const byKind = new Map<EventKind, number>();
  const byState = new Map<JourneyState, number>();
  const waitingIn = new Map<string, number>();

  const count = (record: TelemetryRecord, by: 1 | -1) => {
    const state = journeyState(record);
    figures.total += by;
    if (record.verdict === 'invalid') figures.invalid += by;
    if (hasNotice(record)) figures.notices += by;
    if (record.firedBy.from === 'panel') figures.byHand += by;
    if (isChanged(record)) figures.changed += by;
    if (isDoubled(record)) figures.doubled += by;
    const lost = isLost(record);
    if (lost) figures.lost += by;
    if (lost || record.verdict === 'invalid') figures.wrong += by;
    if (state === 'waiting') bump(waitingIn, record.documentKey, by);
    if (record.kind) bump(byKind, record.kind, by);
    bump(byState, state, by);
  };

  return {
    add: (record) => count(record, 1),
    remove: (record) => count(record, -1),
    snapshot: () => ({ ...figures, byKind: new Map(byKind), byState: new Map(byState), waitingIn: new Map(waitingIn) }),
  };
}

function bump<Key>(map: Map<Key, number>, key: Key, by: number) {
  map.set(key, (map.get(key) ?? 0) + by);
}
