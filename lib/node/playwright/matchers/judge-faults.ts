import { isFailed, isLost } from '#core/journey/journey-state';
import { formatPath } from '#core/json/json';
import { findingText } from '#core/report/english-findings';
import { ruleName } from '#core/report/finding-groups';
import type { JudgedRecord } from '#core/stream/judged-record';
import type { Finding } from '#core/telemetry/findings';
import { pluralize } from '#core/telemetry/wording';
import { isAtLeast } from '#node/config/finding-policy';
import { noConfig } from '#node/config/read-config';
import { createRecordCheck, type RecordCheck } from '#node/config/record-check';
import type { ValidateOptions } from '#node/package/validate-items';
import { documentUrl, rulePage } from '../../rule-page';
import { formatRow, type Judge, type Judgement } from './judgement';
import { lossLabel } from './loss-label';

/**
 * Judges whether no event has a finding that is an error.
 * Without `rules`, by those of the configuration, which also says from which severity on a finding counts.
 */
export function judgeNoInvalidEvents(
  rules?: ValidateOptions['rules'],
  { allowEmpty = false, check = panelCheck }: { readonly allowEmpty?: boolean; readonly check?: RecordCheck } = {},
): Judge {
  const known = new WeakMap<JudgedRecord, readonly Finding[]>();
  const errorsOf = (record: JudgedRecord): readonly Finding[] => {
    const found = known.get(record) ?? (rules ? check.findingsBy(record, rules) : record.findings);
    known.set(record, found);
    return found.filter(({ severity }) => isAtLeast(severity, check.failOn));
  };
  return (records) => {
    if (records.length === 0 && !allowEmpty) return nothingSeen('no invalid event');
    const invalid = records
      .map((record) => ({ record, errors: errorsOf(record) }))
      .filter(({ errors }) => errors.length > 0);
    return {
      pass: invalid.length === 0,
      certainty: invalid.length === 0 ? 'open' : 'lasting',
      explain: () => [
        'Expected: no invalid event',
        `Received: ${invalid.length} of ${pluralize(records.length, 'event')} invalid`,
        ...limitEvents(invalid, ({ record, errors }) => [`  ${formatRow(record)}`, ...findingLines(errors)]),
        ...ruleLines(invalid.slice(0, MAX_LISTED_EVENTS).flatMap(({ errors }) => errors.slice(0, MAX_LISTED_FINDINGS))),
      ],
    };
  };
}

/** Where nothing was seen, nothing can be wrong: a test that expects that would never fail. */
function nothingSeen(expected: string): Judgement {
  return {
    pass: false,
    certainty: 'open',
    isEmpty: true,
    explain: () => [
      `Expected: ${expected}`,
      'Received: no event, so that nothing was checked. Where that is right, set allowEmpty.',
    ],
  };
}

/** Events that a failure lists; the report has all. */
const MAX_LISTED_EVENTS = 4;
/** Findings of one event that a failure lists. */
const MAX_LISTED_FINDINGS = 2;
/** Rules that a failure links. */
const MAX_LINKED_RULES = 3;

/** The first events with their lines; the last line counts the others. */
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

/** Where the rules of findings are explained, each once. */
function ruleLines(findings: readonly Finding[]): readonly string[] {
  const links = [...new Set(findings.map(rulePage))].slice(0, MAX_LINKED_RULES);
  return links.map((page, index) => `${index === 0 ? 'See:      ' : '          '}${documentUrl(page)}`);
}

/** A finding of an old file may be a sentence that names no field. */
function withPath(finding: Finding): string {
  const [path, text] = [formatPath(finding.path), findingText(finding)];
  return path === '' || text.includes(path) ? text : `${path}: ${text}`;
}

/** Where a source has no configuration. */
const panelCheck = createRecordCheck(noConfig);

/**
 * Judges whether each event has arrived or can still arrive.
 * Lost are: an event that its page unloaded with, a call of which the SDK made no event, an event whose last request
 * failed or was refused.
 */
export function judgeNoLostEvents(allowEmpty = false): Judge {
  return (records) => {
    if (records.length === 0 && !allowEmpty) return nothingSeen('no lost event');
    const lost = records.filter((record) => isLost(record) || isFailed(record));
    return {
      pass: lost.length === 0,
      // A request that failed may be retried.
      certainty: lost.some(isLost) ? 'lasting' : 'open',
      explain: () => [
        'Expected: no lost event',
        `Received: ${lost.length} of ${pluralize(records.length, 'event')} lost`,
        ...limitEvents(lost, (record) => [`  ${formatRow(record)}: ${lossLabel(record)}`]),
      ],
    };
  };
}
