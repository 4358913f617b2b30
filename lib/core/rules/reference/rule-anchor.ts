import type { Finding, FindingCode, FindingReason, StreamFindingCode } from '#core/telemetry/findings';

/**
 * Reasons that are variants of another rule, with the reason of that rule.
 * Separate from the texts of the reference, which the panel does not load.
 */
const variants = {
  'missing-noted': 'missing',
  'missing-choice': 'missing',
  'wrong-type-choice': 'wrong-type',
  'null-value': 'wrong-type',
  'letter-case-list': 'letter-case',
  'letter-case-for': 'not-listed-for',
  'below-minimum': 'not-between',
  'above-maximum': 'not-between',
  'below-recommended-noted': 'below-recommended',
  'unlisted-field-none': 'unlisted-field',
  'sdk-options-empty': 'sdk-options',
  'unlisted-errors': 'unlisted-findings',
  'unlisted-notices': 'unlisted-findings',
  'schema-missing-with': 'schema-missing',
  'schema-contains': 'schema-missing',
  'schema-types': 'schema-type',
  'schema-pattern': 'schema-list',
  'schema-not': 'schema-keyword',
  'schema-none': 'schema-keyword',
  'schema-several': 'schema-keyword',
  'schema-unique': 'schema-keyword',
  'not-ended-yet': 'never-ended',
  'duration-milliseconds': 'duration-differs',
  'duration-epoch': 'duration-differs',
  'end-again': 'end-without-start',
  'end-of-own-app': 'end-without-start',
  'start-without-type': 'end-differs',
  'end-in-other-case': 'end-differs',
  'summary-timespent-minutes': 'summary-timespent',
  'summary-pageviews-assess': 'summary-pageviews',
  'summary-interactions-assess': 'summary-interactions',
} as const satisfies Partial<Record<FindingReason, FindingReason>>;

/** A reason with its own entry in the reference. */
export type RuleId = Exclude<FindingReason, keyof typeof variants | UndocumentedReason>;

/** Reason of a custom rule, whose sentence is written by a team. */
type UndocumentedReason = 'custom';

/** Whether the rule of a reason is in the reference. */
export function isDocumented(reason: FindingReason): reason is Exclude<FindingReason, UndocumentedReason> {
  return reason !== 'custom';
}

/**
 * Returns the anchor of a finding's rule on the reference page.
 * For a custom rule, returns the anchor of its code.
 */
export function ruleAnchor({ code, params: { reason } }: Pick<Finding, 'code' | 'params'>): string {
  return isDocumented(reason) ? ruleIdAnchor(ruleIdOf(reason)) : codeAnchor(code);
}

/** Returns the rule of a reason. */
export function ruleIdOf(reason: Exclude<FindingReason, UndocumentedReason>): RuleId {
  return isVariant(reason) ? variants[reason] : reason;
}

function isVariant(reason: string): reason is keyof typeof variants {
  return Object.hasOwn(variants, reason);
}

/** Returns the anchor of a rule on the reference page. */
export function ruleIdAnchor(id: RuleId): string {
  return `rule-${id}`;
}

/** Returns the anchor of all rules with a code. */
export function codeAnchor(code: FindingCode | StreamFindingCode): string {
  return `rules-${code}`;
}
