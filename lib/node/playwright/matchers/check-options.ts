import { didYouMean } from '#node/did-you-mean';
import { findRuleSetProblem, type ValidateOptions } from '#node/package/validate-items';
import type { ExpectedTimes } from './judge-event';

const WAIT_OPTIONS = ['timeout', 'quiet'] as const;

/** @throws For an option that the matcher does not have, or a time that is no number from 0. */
export function checkOptions(matcher: string, options: object, own: readonly string[]): void {
  const known = [...own, ...WAIT_OPTIONS];
  const unknown = Object.keys(options).find((name) => !known.includes(name));
  if (unknown !== undefined) {
    const hint = didYouMean(unknown, known) || ` Options: ${known.join(', ')}.`;
    throw new Error(`Unknown option ${unknown} of ${matcher}.${hint}`);
  }
  for (const name of WAIT_OPTIONS) {
    const value: unknown = (options as Readonly<Record<string, unknown>>)[name];
    if (value !== undefined && !(typeof value === 'number' && value >= 0)) {
      throw new Error(`${name} of ${matcher} must be milliseconds from 0; got ${String(value)}.`);
    }
  }
}

/** @throws For numbers of times that no, or every, run of events has. */
export function checkTimes(times: ExpectedTimes | undefined): void {
  if (times === undefined) return;
  const bounds: Readonly<Record<string, unknown>> = typeof times === 'number' ? { times } : { ...times };
  for (const [name, value] of Object.entries(bounds)) {
    if (!['times', 'min', 'max'].includes(name)) {
      throw new Error(`Unknown field ${name} of times.${didYouMean(name, ['min', 'max'])}`);
    }
    if (value !== undefined && !(Number.isSafeInteger(value) && Number(value) >= 0)) {
      throw new Error(`${name} must be a whole number from 0; got ${String(value)}.`);
    }
  }
  if (typeof times === 'number') return;
  const { min = 0, max = Number.POSITIVE_INFINITY } = times;
  if (min > max) throw new Error(`times can never be met: min ${min} is above max ${max}.`);
  if (min === 0 && max === Number.POSITIVE_INFINITY) throw new Error('times is always met: set min from 1, or max.');
}

/** @throws For rule sets that are unknown, or none at all. */
export function checkRules(rules: ValidateOptions['rules']): void {
  const problem = rules === undefined ? null : findRuleSetProblem(rules);
  if (problem !== null) throw new Error(problem);
}
