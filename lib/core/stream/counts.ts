import { isChanged, isDuplicate, isFailed, isLost, type JourneyState, journeyState } from '#core/journey/journey-state';
import type { EventKind } from '#core/telemetry/kinds';
import { isDisagreed } from './agreement';
import type { JudgedRecord } from './judged-record';

/** Numbers of events of one document. Immutable: unchanged counts are the same object. */
export interface DocumentCounts {
  readonly events: number;
  readonly invalid: number;
  /** Events that are invalid, lost or both: the number on the badge. */
  readonly wrong: number;
}

/** Numbers of events by outcome. One event may count in several of them. */
export interface OutcomeCounts {
  readonly invalid: number;
  /** Events for which {@link hasNotice} is true. */
  readonly notices: number;
  readonly firedManually: number;
  /** Events that the collector rejected or did not respond to. */
  readonly failed: number;
  /** Events that were called or emitted, but never sent. */
  readonly lost: number;
  /** Events with called data that was dropped or overwritten before sending. */
  readonly changed: number;
  readonly duplicates: number;
  /** Events that are valid by some rule sets and invalid by others. */
  readonly disagreed: number;
  readonly byState: ReadonlyMap<JourneyState, number>;
}

/** Counts of the recorded events, updated incrementally. */
export interface Counts extends OutcomeCounts {
  readonly total: number;
  /** Events that the panel fired, such as negative tests. All other counts include them. */
  readonly manual: OutcomeCounts;
  /** Findings that the user ignores. */
  readonly ignored: number;
  /**
   * Events about another actor than the active entity.
   * A separate count, because all rows of a page have the same notice.
   */
  readonly otherActor: number;
  /** Events whose long values are in the capture store, or were truncated, to save memory. */
  readonly storedValues: number;
  readonly truncatedValues: number;
  readonly byKind: ReadonlyMap<EventKind, number>;
  /** By document key, without empty documents. Manually fired events count as neither invalid nor wrong. */
  readonly documents: ReadonlyMap<string, DocumentCounts>;
  /** Counts by document that include manually fired events. */
  readonly documentsWithManual: ReadonlyMap<string, DocumentCounts>;
  /** Numbers of events that wait in an SDK's queue, by document key. */
  readonly waitingIn: ReadonlyMap<string, number>;
}

const NO_EVENTS: DocumentCounts = { events: 0, invalid: 0, wrong: 0 };

const noOutcomes = {
  invalid: 0,
  notices: 0,
  firedManually: 0,
  failed: 0,
  lost: 0,
  changed: 0,
  duplicates: 0,
  disagreed: 0,
};
const noTotals = { ...noOutcomes, total: 0, ignored: 0, otherActor: 0, storedValues: 0, truncatedValues: 0 };

/** Whether a valid or unknown event has findings, apart from those about its actor. */
export function hasNotice({ summary }: Pick<JudgedRecord, 'summary'>): boolean {
  return summary.verdict !== 'invalid' && summary.errors + summary.notices > 0;
}

/** Counts records. Pass `remove` the same object that was passed to `add`. */
export interface Counter {
  add(record: JudgedRecord): void;
  remove(record: JudgedRecord): void;
  /** Whether any record's long values are in the capture store. */
  hasStoredValues(): boolean;
  snapshot(): Counts;
}

/** Creates a counter of records that adds and removes each in constant time. */
export function createCounter(): Counter {
  const totals = { ...noTotals };
  const manual = { ...noOutcomes };
  const byKind = new Map<EventKind, number>();
  const byState = new Map<JourneyState, number>();
  const manualByState = new Map<JourneyState, number>();
  const documents = new Map<string, DocumentCounts>();
  const documentsWithManual = new Map<string, DocumentCounts>();
  const waitingIn = new Map<string, number>();

  const count = (record: JudgedRecord, delta: 1 | -1) => {
    const state = journeyState(record);
    const isManual = record.firedBy.type === 'panel';
    totals.total += delta;
    totals.ignored += delta * record.summary.ignored;
    countOutcomes(totals, record, delta);
    if (isManual) {
      countOutcomes(manual, record, delta);
      increment(manualByState, state, delta);
      totals.firedManually += delta;
    }
    if (record.summary.isAboutOtherActor) totals.otherActor += delta;
    if (record.longValues === 'stored') totals.storedValues += delta;
    if (record.longValues === 'truncated') totals.truncatedValues += delta;
    countInDocument(documents, record, delta, !isManual);
    countInDocument(documentsWithManual, record, delta, true);
    if (state === 'waiting') increment(waitingIn, record.documentKey, delta);
    if (record.kind) increment(byKind, record.kind, delta);
    increment(byState, state, delta);
  };
  const withoutEmpty = (counts: ReadonlyMap<string, DocumentCounts>) =>
    new Map([...counts].filter(([, { events }]) => events > 0));

  return {
    add: (record) => count(record, 1),
    remove: (record) => count(record, -1),
    hasStoredValues: () => totals.storedValues > 0,
    snapshot: () => ({
      ...totals,
      byKind: new Map(byKind),
      byState: new Map(byState),
      manual: { ...manual, byState: new Map(manualByState) },
      documents: withoutEmpty(documents),
      documentsWithManual: withoutEmpty(documentsWithManual),
      waitingIn: new Map(waitingIn),
    }),
  };
}

function countOutcomes(totals: typeof noOutcomes, record: JudgedRecord, delta: 1 | -1): void {
  if (record.verdict === 'invalid') totals.invalid += delta;
  if (hasNotice(record)) totals.notices += delta;
  if (isChanged(record)) totals.changed += delta;
  if (isDuplicate(record)) totals.duplicates += delta;
  if (isDisagreed(record)) totals.disagreed += delta;
  if (isFailed(record)) totals.failed += delta;
  if (isLost(record)) totals.lost += delta;
}

/** @param hasOutcome whether to count the record as invalid or wrong, too, and not as an event only. */
function countInDocument(
  documents: Map<string, DocumentCounts>,
  record: JudgedRecord,
  delta: 1 | -1,
  hasOutcome: boolean,
): void {
  const { documentKey, verdict } = record;
  const { events, invalid, wrong } = documents.get(documentKey) ?? NO_EVENTS;
  const isInvalid = hasOutcome && verdict === 'invalid';
  documents.set(documentKey, {
    events: events + delta,
    invalid: isInvalid ? invalid + delta : invalid,
    wrong: isInvalid || (hasOutcome && isLost(record)) ? wrong + delta : wrong,
  });
}

function increment<Key>(map: Map<Key, number>, key: Key, delta: number) {
  map.set(key, (map.get(key) ?? 0) + delta);
}
