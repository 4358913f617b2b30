import type { SessionOrigin } from './session-event';

/** What ended a session: its END, its next START, a break, a session around it, or the input. */
export type SessionEnding = 'end' | 'start' | 'break' | 'outer' | 'input';

/**
 * A session as the workflow summary (`ME_WORKFLOW_SUMMARY`) of the pipeline counts it.
 * Times are epoch milliseconds.
 */
export interface SessionSummary {
  readonly origin: SessionOrigin;
  /** In lower case. */
  readonly type: string;
  readonly mode: string;
  readonly start: number;
  readonly end: number;
  /** Seconds from `start` to `end`. */
  readonly timeDiff: number;
  /** Seconds without idle ones. Each step is rounded, so that it may exceed `timeDiff` by 0.005 an event. */
  readonly timeSpent: number;
  readonly interactEventsCount: number;
  readonly interactEventsPerMin: number;
  readonly eventsSummary: Readonly<Record<string, number>>;
  readonly pages: readonly PageSummary[];
  readonly envs: readonly EnvSummary[];
  /** Number of ASSESS events. */
  readonly itemResponses: number;
  readonly endedBy: SessionEnding;
  /** How many sessions it lies in. */
  readonly depth: number;
  /** The row of its first event. */
  readonly firstRow: number;
  /** First and last row of each run of rows, in the order of rows. */
  readonly rows: readonly (readonly [number, number])[];
}

/** The visits of a page. `type` and `env` are those of its first IMPRESSION. */
export interface PageSummary {
  /** `null` for impressions without `pageid`. */
  readonly id: string | null;
  readonly type: string | null;
  readonly env: string;
  /** Seconds, idle ones included. The gap before the IMPRESSION of the next page counts twice: so the job does. */
  readonly timeSpent: number;
  readonly visits: number;
}

/** The pages of an environment. */
export interface EnvSummary {
  readonly env: string;
  readonly timeSpent: number;
  /** Visits of the page with the most: the job does not add them. */
  readonly count: number;
}

/** Returns a session as JSON has it, without its rows. */
export function sessionToJson(summary: SessionSummary) {
  const { did, channel, producer } = summary.origin;
  return {
    did,
    channel,
    producer,
    type: summary.type,
    mode: summary.mode,
    start: summary.start,
    end: summary.end,
    timeDiff: summary.timeDiff,
    timeSpent: summary.timeSpent,
    interactEventsCount: summary.interactEventsCount,
    interactEventsPerMin: summary.interactEventsPerMin,
    eventsSummary: summary.eventsSummary,
    pages: summary.pages.length,
    itemResponses: summary.itemResponses,
    pageSummary: summary.pages,
    envSummary: summary.envs,
    endedBy: summary.endedBy,
    depth: summary.depth,
  };
}

/**
 * Rounds a number of seconds to hundredths, half up.
 * A double can lie just below the half that it stands for. The smallest difference of doubles at 1 is added first, so that
 * halves below 2 are halves; larger ones are rounded as their doubles lie. Most numbers of the pipeline's own tests hold
 * with any way of rounding, but not all: 133.825 s are 133.82 there, and 0.145 s are 0.15.
 */
export function toHundredths(value: number): number {
  return Math.round((value + Number.EPSILON) * 100);
}

/** Rounds to two places as {@link toHundredths}. */
export function roundToHundredths(value: number): number {
  return toHundredths(value) / 100;
}

/** INTERACT events a minute, by the job's rule: those of a session under a minute are not divided. */
export function interactsPerMinute(count: number, seconds: number): number {
  if (count === 0 || seconds === 0) return 0;
  return seconds < 60 ? count : roundToHundredths(count / (seconds / 60));
}

/** Sums up the pages of each environment. */
export function summarizeEnvs(pages: readonly PageSummary[]): readonly EnvSummary[] {
  const envs = new Map<string, { seconds: number; count: number }>();
  for (const { env, timeSpent, visits } of pages) {
    const known = envs.get(env) ?? { seconds: 0, count: 0 };
    envs.set(env, { seconds: known.seconds + timeSpent, count: Math.max(known.count, visits) });
  }
  return [...envs].map(([env, { seconds, count }]) => ({ env, timeSpent: roundToHundredths(seconds), count }));
}
