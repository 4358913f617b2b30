import { isFailed, isLost, journeyState } from '#core/journey/journey-state';
import type { TelemetryRecord } from '#core/journey/record';
import { formatPath } from '#core/json/json';
import { findingText } from '#core/report/messages';
import type { Finding } from '#core/telemetry/findings';
import { pluralize } from '#core/telemetry/wording';
import { isAtLeast } from '#node/config/finding-policy';
import { noConfig } from '#node/config/read-config';
import { createRecordCheck, type RecordCheck } from '#node/config/record-check';
import type { ValidateOptions } from '#node/package/validate-items';
import { formatRow, type Judge, type Judgement, limitLines, MAX_EXPLANATION_LINES } from './judgement';

/**
 * Judges whether no event has a finding that is an error.
 * Without `rules`, by those of the configuration, which also says from which severity on a finding counts.
 */
export function judgeNoInvalidEvents(
  rules?: ValidateOptions['rules'],
  { allowEmpty = false, check = panelCheck }: { readonly allowEmpty?: boolean; readonly check?: RecordCheck } = {},
): Judge {
  const known = new WeakMap<TelemetryRecord, readonly Finding[]>();
  const errorsOf = (record: TelemetryRecord): readonly Finding[] => {
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
        ...limitLines(
          invalid.flatMap(({ record, errors }) => [
            `  ${formatRow(record)}`,
            ...errors.map((error) => `    ${withPath(error)}`),
          ]),
          MAX_EXPLANATION_LINES - 2,
        ),
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
        ...limitLines(
          lost.map((record) => `  ${formatRow(record)}: ${lossLabel(record)}`),
          MAX_EXPLANATION_LINES - 2,
        ),
      ],
    };
  };
}

function lossLabel(record: TelemetryRecord): string {
  const end = record.requests.at(-1)?.end;
  switch (journeyState(record)) {
    case 'lost':
      return 'the page unloaded before the SDK sent it';
    case 'dropped':
      return 'the SDK emitted no event';
    case 'refused':
      return `the collector responded with ${end?.status === 'answered' ? end.http : 'an error'}`;
    default:
      return end?.status === 'failed' ? `the request failed: ${end.message}` : 'the request failed';
  }
}
