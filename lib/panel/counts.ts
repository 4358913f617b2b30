import type { TelemetryRecord } from '../journey/record';
import { type JourneyState, journeyState } from '../journey/state';
import type { EventKind } from '../telemetry/kinds';

/** How many of the recorded events are what: kept while they come in, never counted over. */
export interface Counts {
  readonly total: number;
  readonly invalid: number;
  /** Valid, or not known, with at least one notice. */
  readonly notices: number;
  readonly byHand: number;
  readonly byKind: ReadonlyMap<EventKind, number>;
  readonly byState: ReadonlyMap<JourneyState, number>;
}

export const noCounts: Counts = {
  total: 0,
  invalid: 0,
  notices: 0,
  byHand: 0,
  byKind: new Map(),
  byState: new Map(),
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
  const figures = { total: 0, invalid: 0, notices: 0, byHand: 0 };
  const byKind = new Map<EventKind, number>();
  const byState = new Map<JourneyState, number>();

  const count = (record: TelemetryRecord, by: 1 | -1) => {
    figures.total += by;
    if (record.verdict === 'invalid') figures.invalid += by;
    if (hasNotice(record)) figures.notices += by;
    if (record.firedBy.from === 'panel') figures.byHand += by;
    if (record.kind) bump(byKind, record.kind, by);
    bump(byState, journeyState(record), by);
  };

  return {
    add: (record) => count(record, 1),
    remove: (record) => count(record, -1),
    snapshot: () => ({ ...figures, byKind: new Map(byKind), byState: new Map(byState) }),
  };
}

function bump<Key>(map: Map<Key, number>, key: Key, by: number) {
  map.set(key, (map.get(key) ?? 0) + by);
}
