import { formatPath } from '#core/json/json';
import type { JudgedRecord } from '#core/stream/judged-record';
import { isAboutEvent } from '#core/stream/summarize-findings';
import type { Finding } from '#core/telemetry/findings';
import { i18n } from '#i18n';
import { findingText, foundValueText } from './finding-text';

/** Why an event is invalid, short enough for a row of the list. */
export interface InvalidReason {
  /** The first error: `edata.type: "click" not allowed`. */
  readonly first: string;
  /** The number of further errors. */
  readonly more: number;
  /** All errors, one per line, for the tooltip. */
  readonly all: string;
}

/** A tooltip does not show more lines. */
const MAX_LINES = 12;

/** Returns why an event is invalid, or `null` if it is not. */
export function invalidReason({ verdict, findings }: JudgedRecord): InvalidReason | null {
  if (verdict !== 'invalid') return null;
  const errors = findings.filter((finding) => finding.severity === 'error' && isAboutEvent(finding));
  const lines = errors.slice(0, MAX_LINES).map(findingSummary);
  const [first] = lines;
  return first === undefined ? null : { first, more: errors.length - 1, all: lines.join('\n') };
}

/** Summarizes a finding without its expected values: `edata.type: "click" not allowed`. */
export function findingSummary(finding: Finding): string {
  const location = findingLocation(finding);
  switch (finding.code) {
    case 'missing':
      return i18n.t('findingSummary.missing', { field: location });
    case 'wrong-type':
      return formatWithValue(finding, {
        withValue: 'findingSummary.wrongTypeOf',
        withoutValue: 'findingSummary.wrongType',
      });
    case 'not-in-list':
      return formatWithValue(finding, {
        withValue: 'findingSummary.notAllowedValue',
        withoutValue: 'findingSummary.notAllowed',
      });
    case 'out-of-range':
      if (emptyReasons.includes(finding.params.reason)) return i18n.t('findingSummary.empty', { field: location });
      return formatWithValue(finding, {
        withValue: 'findingSummary.outOfRangeValue',
        withoutValue: 'findingSummary.outOfRange',
      });
    case 'unknown-field':
    case 'extra-argument':
      return i18n.t('findingSummary.notInDefinition', { field: location });
    case 'contradiction':
      return i18n.t('findingSummary.contradiction', { field: location });
    case 'secret':
      return i18n.t('findingSummary.secret', { field: location });
    case 'custom':
      return String(finding.params.text);
    default:
      return findingText(finding);
  }
}

const emptyReasons: readonly string[] = ['empty-string', 'empty-id'];

interface SummaryKeys {
  readonly withValue:
    | 'findingSummary.wrongTypeOf'
    | 'findingSummary.notAllowedValue'
    | 'findingSummary.outOfRangeValue';
  readonly withoutValue: 'findingSummary.wrongType' | 'findingSummary.notAllowed' | 'findingSummary.outOfRange';
}

/** Summarizes a finding with its actual value. Findings of older files lack the value. */
function formatWithValue(finding: Finding, keys: SummaryKeys): string {
  const location = findingLocation(finding);
  const value = foundValueText(finding);
  if (value === null) return i18n.t(keys.withoutValue, { field: location });
  return i18n.t(keys.withValue, { field: location, value });
}

/** Formats the location of a finding: `data.type`, `argument 2`, `the whole call`. */
export function findingLocation({ path, ruleSet }: Pick<Finding, 'path' | 'ruleSet'>): string {
  const [first, ...rest] = path;
  if (first === undefined) return i18n.t(ruleSet === 'envelope' ? 'detail.wholeEvent' : 'detail.wholeCall');
  if (typeof first === 'number' && ruleSet === 'definition')
    return formatPath([i18n.t('detail.argument', { n: first + 1 }), ...rest]);
  return formatPath(path);
}
