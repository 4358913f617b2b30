import { isRuleSetName, type RuleSetName, ruleSetNames } from '#core/rules/rule-sets';
import { fail, type Result, succeed } from '#core/util/result';
import * as z from '#core/util/zod';
import { filterProblem } from './filter-problem';
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
    const place = issue?.path.join('.') || 'the configuration';
    if (issue?.code === 'unrecognized_keys')
      return fail(`${file}: unknown field ${issue.keys.join(', ')} in ${place}.`);
    return fail(`${file}: ${place} is not valid. See docs/command-line.md.`);
  }
  const { rules, severities = {}, ignore = [] } = parsed.data;
  const strange = rules?.find((name) => !isRuleSetName(name));
  if (strange !== undefined) {
    return fail(`${file}: unknown rule set ${JSON.stringify(strange)}. Rule sets: ${ruleSetNames.join(', ')}.`);
  }
  for (const [index, { code, path, filter }] of ignore.entries()) {
    if (code === undefined && path === undefined && filter === undefined) {
      return fail(`${file}: ignore.${index} needs a code, a path or a filter.`);
    }
    const problem = filterProblem(filter ?? '');
    if (problem !== null) return fail(`${file}: ignore.${index}.filter: ${problem}`);
  }
  return succeed({ rules: rules?.filter(isRuleSetName) ?? null, policy: { severities, ignore } });
}
