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
  /** Events of verdict `valid` or `unknown` with at least one notice. */
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
const noFigures = { ...noOutcomes, total: 0, ignored: 0, otherActor: 0, storedValues: 0, truncatedValues: 0 };

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
  const figures = { ...noFigures };
  const manual = { ...noOutcomes };
  const byKind = new Map<EventKind, number>();
  const byState = new Map<JourneyState, number>();
  const manualByState = new Map<JourneyState, number>();
  const documents = new Map<string, DocumentCounts>();
  const documentsWithManual = new Map<string, DocumentCounts>();
  const waitingIn = new Map<string, number>();

  const count = (record: JudgedRecord, by: 1 | -1) => {
    const state = journeyState(record);
    const isManual = record.firedBy.type === 'panel';
    figures.total += by;
    figures.ignored += by * record.summary.ignored;
    countOutcomes(figures, record, by);
    if (isManual) {
      countOutcomes(manual, record, by);
      bump(manualByState, state, by);
      figures.firedManually += by;
    }
    if (record.summary.isAboutOtherActor) figures.otherActor += by;
    if (record.longValues === 'stored') figures.storedValues += by;
    if (record.longValues === 'truncated') figures.truncatedValues += by;
    countInDocument(documents, record, by, !isManual);
    countInDocument(documentsWithManual, record, by, true);
    if (state === 'waiting') bump(waitingIn, record.documentKey, by);
    if (record.kind) bump(byKind, record.kind, by);
    bump(byState, state, by);
  };
  const snapshotOf = (counted: ReadonlyMap<string, DocumentCounts>) =>
    new Map([...counted].filter(([, { events }]) => events > 0));

  return {
    add: (record) => count(record, 1),
    remove: (record) => count(record, -1),
    hasStoredValues: () => figures.storedValues > 0,
    snapshot: () => ({
      ...figures,
      byKind: new Map(byKind),
      byState: new Map(byState),
      manual: { ...manual, byState: new Map(manualByState) },
      documents: snapshotOf(documents),
      documentsWithManual: snapshotOf(documentsWithManual),
      waitingIn: new Map(waitingIn),
    }),
  };
}

function countOutcomes(figures: typeof noOutcomes, record: JudgedRecord, by: 1 | -1): void {
  if (record.verdict === 'invalid') figures.invalid += by;
  if (hasNotice(record)) figures.notices += by;
  if (isChanged(record)) figures.changed += by;
  if (isDuplicate(record)) figures.duplicates += by;
  if (isDisagreed(record)) figures.disagreed += by;
  if (isFailed(record)) figures.failed += by;
  if (isLost(record)) figures.lost += by;
}

/** @param hasOutcome whether to count the record as invalid or wrong, too, and not as an event only. */
function countInDocument(
  documents: Map<string, DocumentCounts>,
  record: JudgedRecord,
  by: 1 | -1,
  hasOutcome: boolean,
): void {
  const { documentKey, verdict } = record;
  const { events, invalid, wrong } = documents.get(documentKey) ?? NO_EVENTS;
  const isInvalid = hasOutcome && verdict === 'invalid';
  documents.set(documentKey, {
    events: events + by,
    invalid: isInvalid ? invalid + by : invalid,
    wrong: isInvalid || (hasOutcome && isLost(record)) ? wrong + by : wrong,
  });
}

function bump<Key>(map: Map<Key, number>, key: Key, by: number) {
  map.set(key, (map.get(key) ?? 0) + by);
}
