import type { SessionOrigin } from './session-event';

/** Cause of a session's end: its END, its next START, a break, an outer session, or the input. */
export type SessionEnding = 'end' | 'start' | 'break' | 'outer' | 'input';

/**
 * A session as the workflow summary (`ME_WORKFLOW_SUMMARY`) of the pipeline counts it.
 * Times are epoch milliseconds.
 */
export interface SessionSummary {
  readonly origin: SessionOrigin;
  /** Type of the session, in lower case. */
  readonly type: string;
  readonly mode: string;
  readonly start: number;
  readonly end: number;
  /** Seconds from `start` to `end`. */
  readonly timeDiff: number;
  /** Seconds without idle gaps. Each gap is rounded, so it may exceed `timeDiff` by 0.005 per event. */
  readonly timeSpent: number;
  readonly interactEventsCount: number;
  readonly interactEventsPerMin: number;
  readonly eventsSummary: Readonly<Record<string, number>>;
  readonly pages: readonly PageSummary[];
  readonly envs: readonly EnvSummary[];
  /** Number of ASSESS events. */
  readonly itemResponses: number;
  readonly endedBy: SessionEnding;
  /** Number of outer sessions. */
  readonly depth: number;
  /** The row of another END, which extended an app session that was closed. Absent for other sessions. */
  readonly extendedBy?: number;
  /** The row of the first event of the session. */
  readonly firstRow: number;
  /** First and last row of each run of consecutive rows, in the order of rows. */
  readonly rows: readonly (readonly [number, number])[];
}

/** The visits of a page. `type` and `env` are those of its first IMPRESSION. */
export interface PageSummary {
  /** `null` for impressions without `pageid`. */
  readonly id: string | null;
  readonly type: string | null;
  readonly env: string;
  /** Seconds, including idle gaps. As in the job, the gap before the IMPRESSION of the next page counts twice. */
  readonly timeSpent: number;
  readonly visits: number;
}

/** The pages of an environment. */
export interface EnvSummary {
  readonly env: string;
  readonly timeSpent: number;
  /** Visits of the most visited page, because the job does not add up the visits of all pages. */
  readonly count: number;
}

/** Returns a session in the format of the JSON output, without its rows. */
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
 * A half may be a double just below it. Adding `Number.EPSILON` first corrects halves below 2. Greater ones are rounded
 * by their double. The tests of the pipeline require exactly this: 133.825 s are 133.82 there, and 0.145 s are 0.15.
 */
export function toHundredths(value: number): number {
  return Math.round((value + Number.EPSILON) * 100);
}

/** Rounds to two decimal places, as {@link toHundredths} does. */
export function roundToHundredths(value: number): number {
  return toHundredths(value) / 100;
}

/** Returns INTERACT events per minute. As in the job, the count of a session under a minute is not divided. */
export function interactsPerMinute(count: number, seconds: number): number {
  if (count === 0 || seconds === 0) return 0;
  return seconds < 60 ? count : roundToHundredths(count / (seconds / 60));
}

/** Sums up the pages of each environment. */
export function summarizeEnvs(pages: readonly PageSummary[]): readonly EnvSummary[] {
  const envs = new Map<string, { seconds: number; count: number }>();
  for (const { env, timeSpent, visits } of pages) {
    const total = envs.get(env) ?? { seconds: 0, count: 0 };
    envs.set(env, { seconds: total.seconds + timeSpent, count: Math.max(total.count, visits) });
  }
  return [...envs].map(([env, { seconds, count }]) => ({ env, timeSpent: roundToHundredths(seconds), count }));
}

/** Counts the events of a session, from its ranges of rows. */
export function countEvents({ rows }: Pick<SessionSummary, 'rows'>): number {
  return rows.reduce((count, [from, to]) => count + to - from + 1, 0);
}
