import { type Json, valueAt } from '#core/json/json';
import { isRuleSetName, type RuleSetName, ruleSetNames } from '#core/rules/rule-sets';
import { fieldsOf } from '#core/telemetry/compiled';
import { envelopeFields } from '#core/telemetry/envelope';
import { findingCodes } from '#core/telemetry/findings';
import { eventKinds } from '#core/telemetry/kinds';
import { fail, type Result, succeed } from '#core/util/result';
import * as z from '#core/util/zod';
import { didYouMean, unknownNameText } from '../../did-you-mean';
import { filterProblem } from '../../filter-problem';
import type { FindingPolicy } from './finding-policy';

export interface Config {
  readonly rules: readonly RuleSetName[] | null;
  readonly policy: FindingPolicy;
}

const severity = z.enum(['error', 'warning', 'info', 'off']);
const ignoreSchema = z.strictObject({
  code: z.optional(z.string()),
  path: z.optional(z.string()),
  filter: z.optional(z.string()),
  reason: z.string().check(z.minLength(1)),
});
const configSchema = z.strictObject({
  rules: z.optional(z.array(z.string())),
  severities: z.optional(z.record(z.string(), severity)),
  ignore: z.optional(z.array(ignoreSchema)),
});

/** Reads what a configuration file gave. Fails with the place and what is wrong there, in a sentence. */
export function readConfig(value: unknown, file: string): Result<Config, string> {
  const parsed = configSchema.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const place = issue?.path.join('.') ?? '';
    if (issue?.code === 'unrecognized_keys') return fail(unknownFieldText(file, place, issue.keys[0] ?? ''));
    if (issue?.code === 'invalid_value') {
      const written = valueAt(
        value as Json,
        issue.path.filter((step) => typeof step !== 'symbol'),
      );
      return fail(`${file}: ${wrongValueText(place, written, issue.values.map(String))}`);
    }
    return fail(`${file}: ${place || 'the configuration'} is not valid. See docs/command-line.md.`);
  }
  const { rules, severities = {}, ignore = [] } = parsed.data;
  const strange = rules?.find((name) => !isRuleSetName(name));
  if (strange !== undefined) {
    return fail(`${file}: rules: ${unknownNameText('rule set', strange, ruleSetNames)}`);
  }
  if (rules?.length === 0) return fail(`${file}: rules names no rule set. Rule sets: ${ruleSetNames.join(', ')}.`);
  const code = Object.keys(severities).find((name) => !isPolicyCode(name));
  if (code !== undefined) return fail(`${file}: severities: ${unknownNameText('code', code, findingCodes)}`);
  for (const [index, { code, path, filter }] of ignore.entries()) {
    if (code === undefined && path === undefined && filter === undefined) {
      return fail(`${file}: ignore.${index} needs a code, a path or a filter.`);
    }
    if (code !== undefined && !isFindingCode(code)) {
      return fail(`${file}: ignore.${index}: ${unknownNameText('code', code, findingCodes)}`);
    }
    const pathHint = path === undefined ? null : unknownPathHint(path);
    if (pathHint !== null) return fail(`${file}: ignore.${index}: no finding has the path ${path}.${pathHint}`);
    const problem = filterProblem(filter ?? '');
    if (problem !== null) return fail(`${file}: ignore.${index}.filter: ${problem}`);
  }
  return succeed({ rules: rules?.filter(isRuleSetName) ?? null, policy: { severities, ignore } });
}

function isFindingCode(code: string): boolean {
  return findingCodes.some((known) => known === code);
}

const FIELDS: Readonly<Record<string, readonly string[]>> = {
  '': Object.keys(configSchema.def.shape),
  ignore: Object.keys(ignoreSchema.def.shape),
};

function wrongValueText(place: string, written: unknown, known: readonly string[]): string {
  const hint = typeof written === 'string' ? didYouMean(written, known) : '';
  return `${place} must be one of ${known.join(', ')}; got ${JSON.stringify(written)}.${hint}`;
}

function unknownFieldText(file: string, place: string, key: string): string {
  const known = FIELDS[place.replace(/\.\d+$/, '')] ?? [];
  return `${file}: unknown field ${key} in ${place || 'the configuration'}.${didYouMean(key, known)}`;
}

/** `code`, or `rule set/code`. */
function isPolicyCode(name: string): boolean {
  const [ruleSet = '', code] = name.split('/');
  return code === undefined ? isFindingCode(name) : isRuleSetName(ruleSet) && isFindingCode(code);
}

/** Of calls, a path begins with the name of an argument. */
const roots: ReadonlySet<string> = new Set([
  ...envelopeFields().map(({ name }) => name),
  ...eventKinds.flatMap((kind) => fieldsOf(kind).map(({ name }) => name)),
]);

/** What is wrong with a path that no finding has: only a field of the event itself may be unknown. */
function unknownPathHint(path: string): string | null {
  const [root = '', ...rest] = path.split('.');
  if (roots.has(root) || root.startsWith('[')) return null;
  const hint = didYouMean(root, roots);
  // A short name is like another by chance: `uid`, `did`.
  return rest.length > 0 || (hint !== '' && root.length > 3) ? hint : null;
}
