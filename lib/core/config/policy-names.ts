import { findNearest } from '#core/query/nearest';
import { isRuleSetName } from '#core/rules/rule-set-names';
import { SCHEMA_SET_NAME } from '#core/schemas/schema-set-name';
import { fieldsOf } from '#core/telemetry/compiled';
import { envelopeFields } from '#core/telemetry/envelope';
import {
  findingCodes,
  SESSION_RULE_SET,
  STREAM_RULE_SET,
  type StreamFindingCode,
  sessionFindingCodes,
} from '#core/telemetry/findings';
import { eventKinds } from '#core/telemetry/kinds';

/** Codes that `validate --stream` reports. */
const STREAM_CODES = ['duplicate-mid'] as const satisfies StreamFindingCode[];

/**
 * Returns the names that a policy can give to findings of any rule set.
 *
 * @param customNames names of the team's custom rules.
 */
export function policyNames(customNames: readonly string[]): readonly string[] {
  return [...findingCodes, ...STREAM_CODES, ...sessionFindingCodes, ...customNames.map((name) => `custom:${name}`)];
}

/**
 * Tells the names of a team's JSON Schemas.
 * Nothing lists them: they may be named on the command line alone.
 */
export function isSchemaRuleSet(name: string): boolean {
  const [type, set = ''] = name.split(':');
  return type === 'schema' && SCHEMA_SET_NAME.test(set);
}

/**
 * Tells whether a policy can give a severity by this name.
 * It is `code`, `rule set/code`, `custom:NAME` or `schema:NAME`.
 */
export function isSeverityName(name: string, names: readonly string[]): boolean {
  const [ruleSet = '', code] = name.split('/');
  if (code === undefined) return names.includes(name) || isSchemaRuleSet(ruleSet);
  return codesOf(ruleSet).some((known) => known === code);
}

function codesOf(ruleSet: string): readonly string[] {
  if (isSchemaRuleSet(ruleSet)) return findingCodes;
  if (ruleSet === STREAM_RULE_SET) return STREAM_CODES;
  if (ruleSet === SESSION_RULE_SET) return sessionFindingCodes;
  return isRuleSetName(ruleSet) ? findingCodes : [];
}

/** First names of a path: fields of an event, and arguments of a call. */
const roots: ReadonlySet<string> = new Set([
  ...envelopeFields().map(({ name }) => name),
  ...eventKinds.flatMap((kind) => fieldsOf(kind).map(({ name }) => name)),
]);

/**
 * Returns the known name most like the first one of a path that no finding has.
 * Returns `null` if none is like it. Returns undefined for a path that a finding may have: a field of the event itself may be unknown.
 */
export function nearestPathRoot(path: string): string | null | undefined {
  const [root = '', ...rest] = path.split('.');
  if (roots.has(root) || root.startsWith('[')) return undefined;
  const nearest = findNearest(root, roots);
  // A short name is like another by chance: `uid`, `did`.
  return rest.length > 0 || (nearest !== null && root.length > 3) ? nearest : undefined;
}
