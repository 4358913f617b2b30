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
 * Returns the names by which a policy can refer to findings of any rule set.
 *
 * @param customNames names of the team's custom rules.
 */
export function policyNames(customNames: readonly string[]): readonly string[] {
  return [...findingCodes, ...STREAM_CODES, ...sessionFindingCodes, ...customNames.map((name) => `custom:${name}`)];
}

/**
 * Whether a name refers to a team's JSON Schema.
 * Accepts any schema name, because schemas may be passed on the command line only.
 */
function isSchemaRuleSet(name: string): boolean {
  const [type, set = '', ...rest] = name.split(':');
  return type === 'schema' && rest.length === 0 && SCHEMA_SET_NAME.test(set);
}

/**
 * Whether a policy can set a severity by this name.
 * Valid names are `code`, `rule set/code`, `custom:NAME` and `schema:NAME`.
 */
export function isSeverityName(name: string, names: readonly string[]): boolean {
  const [ruleSet = '', code, ...rest] = name.split('/');
  if (rest.length > 0) return false;
  if (code === undefined) return names.includes(name) || isSchemaRuleSet(ruleSet);
  return codesOf(ruleSet).some((each) => each === code);
}

function codesOf(ruleSet: string): readonly string[] {
  if (isSchemaRuleSet(ruleSet)) return findingCodes;
  if (ruleSet === STREAM_RULE_SET) return STREAM_CODES;
  if (ruleSet === SESSION_RULE_SET) return sessionFindingCodes;
  return isRuleSetName(ruleSet) ? findingCodes : [];
}

/** First names of a path: the fields of an event and the arguments of a call. */
const roots: ReadonlySet<string> = new Set([
  ...envelopeFields().map(({ name }) => name),
  ...eventKinds.flatMap((kind) => fieldsOf(kind).map(({ name }) => name)),
]);

/** A path that no finding has. `nearest` is a similar path, a similar first field name, or `null`. */
export interface UnknownPath {
  readonly nearest: string | null;
}

/** Returns `null` if a finding may have the path. Unknown fields of the event itself have findings, too. */
export function findUnknownPath(path: string): UnknownPath | null {
  // Findings write `items.0`, and brackets only around keys in quotes.
  if (/\[(?:\w+|\*)\]/.test(path)) return { nearest: path.replace(/\[(\w+|\*)\]/g, '.$1') };
  if (path.startsWith('/')) return { nearest: path.slice(1).replaceAll('/', '.') };
  const [root = '', ...rest] = path.split('.');
  if (roots.has(root) || root.startsWith('[')) return null;
  const nearest = findNearest(root, roots);
  // Short names, such as `uid` and `did`, are similar by chance.
  const isSimilar = nearest !== null && root.length > 3;
  return rest.length > 0 || isSimilar ? { nearest } : null;
}
