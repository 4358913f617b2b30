import { isFailed, isLost } from '#core/journey/journey-state';
import { formatPath } from '#core/json/json';
import { findingText } from '#core/report/english-findings';
import { ruleName } from '#core/report/finding-groups';
import { isAtLeast } from '#core/report/settle-findings';
import type { JudgedRecord } from '#core/stream/judged-record';
import type { Finding } from '#core/telemetry/findings';
import { pluralize } from '#core/telemetry/wording';
import { noConfig } from '#node/config/read-config';
import { createRecordCheck, type RecordCheck } from '#node/config/record-check';
import { documentUrl, rulePage } from '../../rule-page';
import { type CompiledEvent, hasEvent, matchesEvent } from './event-pattern';
import { nearestLines } from './judge-event';
import { changeSourceOf, formatRow, formatRows, type Judge, type Judgement } from './judgement';
import { lossLabel } from './loss-label';
import type { LoadedRules } from './matcher-rules';

/** Options of the comparison of an event list. */
export interface EventListOptions {
  /**
   * Whether the events must occur in this order.
   * Other events may occur between them. The default is any order.
   */
  readonly ordered?: boolean;
  /** Whether no other event may occur. The default allows other events. */
  readonly exact?: boolean;
}

/** Creates a judge that passes if each expected event matches a different event. */
export function judgeEvents(
  expected: readonly CompiledEvent[],
  { ordered = false, exact = false }: EventListOptions,
): Judge {
  return (records) => {
    const events = records.filter(
      (record) => hasEvent(record) || expected.some((pattern) => matchesEvent(pattern, record)),
    );
    const assigned = ordered ? assignInOrder(expected, events, exact) : assignInAnyOrder(expected, events);
    const isComplete = assigned.every((record) => record !== null);
    const others = events.filter((record) => !assigned.includes(record));
    const pass = isComplete && (!exact || others.length === 0);
    return {
      pass,
      canChangeBy: changeSourceOf(pass, exact, events.length > expected.length),
      explain: () => ({
        expected: `${pluralize(expected.length, 'event')}${ordered ? ' in order' : ''}${exact ? ' and no other' : ''}`,
        received: events.length === 0 ? 'no event' : `${pluralize(events.length, 'event')}: ${formatRows(events)}`,
        details: [
          ...missingLines(expected, events, assigned, ordered),
          ...(exact && others.length > 0 ? [`Others:   ${formatRows(others)}`] : []),
        ],
      }),
    };
  };
}

/** Returns lines about the first expected event without a match. Returns no lines if each has a match. */
function missingLines(
  expected: readonly CompiledEvent[],
  events: readonly JudgedRecord[],
  assigned: Assignment,
  ordered: boolean,
): readonly string[] {
  const missingIndex = assigned.indexOf(null);
  const missing = expected[missingIndex];
  if (missing === undefined) return [];
  const label = `${missingIndex + 1}. ${missing.label}`;
  const early = ordered ? findEarly(missing, events, assigned, missingIndex) : undefined;
  if (early) return [`Too early: ${label} came as ${formatRow(early)}`];
  const candidates = unmatchedAfter(events, assigned, ordered ? missingIndex : null);
  return [`Missing:  ${label}`, ...nearestLines(missing, candidates).slice(0, 5)];
}

/** Finds an event that matches, but occurred before the position where it is expected. */
function findEarly(
  expected: CompiledEvent,
  events: readonly JudgedRecord[],
  assigned: Assignment,
  missingIndex: number,
): JudgedRecord | undefined {
  const previous = assigned[missingIndex - 1];
  const end = previous ? events.indexOf(previous) : missingIndex;
  return events.find((event, index) => index < end && !assigned.includes(event) && matchesEvent(expected, event));
}

type Assignment = readonly (JudgedRecord | null)[];

/**
 * Assigns to each pattern the first match after the previous one.
 * With `exact`, only considers the event at its index.
 */
function assignInOrder(
  expected: readonly CompiledEvent[],
  events: readonly JudgedRecord[],
  exact: boolean,
): Assignment {
  let from = 0;
  return expected.map((pattern, position) => {
    if (exact) {
      const event = events[position];
      return event && matchesEvent(pattern, event) ? event : null;
    }
    const index = events.findIndex((event, candidate) => candidate >= from && matchesEvent(pattern, event));
    if (index < 0) return null;
    from = index + 1;
    return events[index] ?? null;
  });
}

/**
 * Assigns events to patterns so that as many patterns as possible have an event (Kuhn's algorithm).
 */
function assignInAnyOrder(expected: readonly CompiledEvent[], events: readonly JudgedRecord[]): Assignment {
  const candidates = expected.map((pattern) => events.filter((event) => matchesEvent(pattern, event)));
  const indexByEvent = new Map<JudgedRecord, number>();
  const assign = (index: number, triedEvents: Set<JudgedRecord>): boolean =>
    (candidates[index] ?? []).some((event) => {
      if (triedEvents.has(event)) return false;
      triedEvents.add(event);
      const otherIndex = indexByEvent.get(event);
      if (otherIndex !== undefined && !assign(otherIndex, triedEvents)) return false;
      indexByEvent.set(event, index);
      return true;
    });
  for (const index of expected.keys()) assign(index, new Set());
  const assigned = new Map([...indexByEvent].map(([event, index]) => [index, event]));
  return expected.map((_, index) => assigned.get(index) ?? null);
}

/** Returns the unmatched events after the match of the previous pattern, or all if `missingIndex` is `null`. */
function unmatchedAfter(
  events: readonly JudgedRecord[],
  assigned: Assignment,
  missingIndex: number | null,
): readonly JudgedRecord[] {
  const unmatched = events.filter((event) => !assigned.includes(event));
  if (missingIndex === null) return unmatched;
  const previous = assigned[missingIndex - 1];
  return previous ? unmatched.filter(({ row }) => row > previous.row) : unmatched;
}

/**
 * Creates a judge that passes if no event has an error.
 * With `rules: null`, uses the rule sets of the configuration. Its `failOn` is the lowest severity that counts.
 */
export function judgeNoInvalidEvents(
  { rules, schemas }: Pick<LoadedRules, 'rules' | 'schemas'> = { rules: null, schemas: [] },
  { allowEmpty = false, check = panelCheck }: { readonly allowEmpty?: boolean; readonly check?: RecordCheck } = {},
): Judge {
  const cache = new WeakMap<JudgedRecord, readonly Finding[]>();
  const checkRecord = (record: JudgedRecord): readonly Finding[] => {
    if (rules !== null) return check.findingsBy(record, [...rules, ...schemas]);
    return schemas.length === 0 ? record.findings : [...record.findings, ...check.findingsBy(record, schemas)];
  };
  const errorsOf = (record: JudgedRecord): readonly Finding[] => {
    const findings = cache.get(record) ?? checkRecord(record);
    cache.set(record, findings);
    return findings.filter(({ severity }) => isAtLeast(severity, check.failOn));
  };
  return (records) => {
    if (records.length === 0 && !allowEmpty) return failWithoutEvents('no invalid event');
    const invalid = records
      .map((record) => ({ record, errors: errorsOf(record) }))
      .filter(({ errors }) => errors.length > 0);
    return {
      pass: invalid.length === 0,
      canChangeBy: invalid.length === 0 ? 'events' : 'updates',
      explain: () => ({
        expected: 'no invalid event',
        received: `${invalid.length} of ${pluralize(records.length, 'event')} invalid`,
        details: [
          ...limitEvents(invalid, ({ record, errors }) => [`  ${formatRow(record)}`, ...findingLines(errors)]),
          ...ruleLines(
            invalid.slice(0, MAX_LISTED_EVENTS).flatMap(({ errors }) => errors.slice(0, MAX_LISTED_FINDINGS)),
          ),
        ],
      }),
    };
  };
}

/**
 * Fails without any event.
 * Otherwise a test that expects no errors would pass even if the page sends nothing.
 */
export function failWithoutEvents(expected: string): Judgement {
  return {
    pass: false,
    canChangeBy: 'events',
    isEmpty: true,
    explain: () => ({
      expected,
      received: 'no event, so nothing was checked. If no event is expected, set allowEmpty.',
      details: [],
    }),
  };
}

/** Maximum number of events in a failure message. The report lists all. */
const MAX_LISTED_EVENTS = 4;
/** Maximum number of findings per event in a failure message. */
const MAX_LISTED_FINDINGS = 2;
/** Maximum number of linked rules in a failure message. */
const MAX_LINKED_RULES = 3;

/** Returns the lines of the first events, and a line with the number of the others. */
function limitEvents<Event>(events: readonly Event[], linesOf: (event: Event) => readonly string[]): readonly string[] {
  const more = events.length - MAX_LISTED_EVENTS;
  const lines = events.slice(0, MAX_LISTED_EVENTS).flatMap(linesOf);
  return more > 0 ? [...lines, `  … and ${pluralize(more, 'more event')}`] : lines;
}

function findingLines(findings: readonly Finding[]): readonly string[] {
  const more = findings.length - MAX_LISTED_FINDINGS;
  const lines = findings
    .slice(0, MAX_LISTED_FINDINGS)
    .map((finding) => `    ${withPath(finding)} (${ruleName(finding)})`);
  return more > 0 ? [...lines, `    … and ${pluralize(more, 'more finding')}`] : lines;
}

/** Formats links to the rules of findings, without duplicates. */
export function ruleLines(findings: readonly Finding[]): readonly string[] {
  const links = [...new Set(findings.map(rulePage))].slice(0, MAX_LINKED_RULES);
  return links.map((page, index) => `${index === 0 ? 'See:      ' : '          '}${documentUrl(page)}`);
}

/** Formats a finding with its path. Findings of old capture files may be sentences that name no field. */
function withPath(finding: Finding): string {
  const path = formatPath(finding.path);
  const text = findingText(finding);
  return path === '' || text.includes(path) ? text : `${path}: ${text}`;
}

/** The default check, for a source without a configuration. */
const panelCheck = createRecordCheck(noConfig);

/**
 * Creates a judge that passes if each event has arrived or can still arrive.
 * An event is lost if its page unloaded before sending it, if the SDK emitted none for a call, or if its last request
 * failed or was rejected.
 */
export function judgeNoLostEvents(allowEmpty = false): Judge {
  return (records) => {
    if (records.length === 0 && !allowEmpty) return failWithoutEvents('no lost event');
    const lost = records.filter((record) => isLost(record) || isFailed(record));
    return {
      pass: lost.length === 0,
      // The SDK may retry a failed request.
      canChangeBy: lost.some(isLost) ? 'updates' : 'events',
      explain: () => ({
        expected: 'no lost event',
        received: `${lost.length} of ${pluralize(records.length, 'event')} lost`,
        details: limitEvents(lost, (record) => [`  ${formatRow(record)}: ${lossLabel(record)}`]),
      }),
    };
  };
}
