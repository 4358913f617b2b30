import { didYouMean } from '#node/did-you-mean';
import type { EventPattern } from './event-pattern';
import type { ExpectedTimes } from './judge-event';
import type { EventListOptions } from './judge-events';
import type { MatcherRules } from './matcher-rules';

/** Timeouts of a matcher. */
export interface WaitOptions {
  /** Timeout in milliseconds. 0 waits without limit. The default is the timeout of `expect`. */
  readonly timeout?: number;
  /**
   * Time without changes after which telemetry is quiet, in milliseconds.
   * The default is the test option `quiet`.
   */
  readonly quiet?: number;
}

/** Options of `toHaveEvent`. */
export interface HaveEventOptions extends WaitOptions {
  /**
   * The number of events that must match.
   * Checked when telemetry is quiet, unless only a minimum is given.
   */
  readonly times?: ExpectedTimes;
}

/** Options of `toHaveEvents`. */
export interface HaveEventsOptions extends WaitOptions, EventListOptions {}

/** Options of `toHaveNoLostEvents`. */
export interface NoLostEventsOptions extends WaitOptions {
  /** Whether to pass without any event. By default, the matcher then fails, even with `.not`. */
  readonly allowEmpty?: boolean;
}

/** Options of `toHaveSoundUserSessions`. */
export interface SoundUserSessionsOptions extends WaitOptions {
  /**
   * Whether to pass without any event of a session.
   * By default, the matcher then fails, even with `.not`.
   */
  readonly allowEmpty?: boolean;
}

/** Options of `toHaveNoInvalidEvents`. */
export interface NoInvalidEventsOptions extends NoLostEventsOptions, MatcherRules {}

/** Options of `toMatchTelemetrySnapshot`. */
export interface SnapshotOptions extends WaitOptions {
  /** Name of the snapshot file. The default is derived from the test's title. */
  readonly name?: string;
  /** The events to include in the snapshot. The default is all events. */
  readonly events?: EventPattern;
  /** Further volatile fields to mask, such as `edata.extra.time`. `*` matches any key or index. */
  readonly mask?: readonly string[];
}

const WAIT_OPTIONS = ['timeout', 'quiet'] as const;

/** @throws For an option that the matcher does not have, and for a time that is not a number from 0. */
export function checkOptions(matcher: string, options: unknown, matcherOptions: readonly string[]): void {
  if (typeof options !== 'object' || options === null)
    throw new Error(`The options of ${matcher} must be an object; got ${String(options)}.`);
  const knownOptions = [...matcherOptions, ...WAIT_OPTIONS];
  const unknownOption = Object.keys(options).find((name) => !knownOptions.includes(name));
  if (unknownOption !== undefined) {
    const hint = didYouMean(unknownOption, knownOptions) || ` Options: ${knownOptions.join(', ')}.`;
    throw new Error(`Unknown option ${unknownOption} of ${matcher}.${hint}`);
  }
  for (const name of WAIT_OPTIONS) {
    const value: unknown = (options as Readonly<Record<string, unknown>>)[name];
    if (value !== undefined && !(typeof value === 'number' && value >= 0)) {
      throw new Error(`${name} of ${matcher} must be milliseconds from 0; got ${String(value)}.`);
    }
  }
}

/** @throws For invalid bounds, for bounds that are never met, and for bounds that are always met. */
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
