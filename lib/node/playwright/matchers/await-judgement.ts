import { mapVolatileFields } from '#core/drafts/stable-event';
import { eventJson } from '#core/journey/record';
import type { Json } from '#core/json/json';
import { formatJson } from '#core/quoting/json-text';
import { createRedactor } from '#core/redaction/redactor';
import type { JudgedRecord } from '#core/stream/judged-record';
import { createJob, type SetTimer } from '#core/util/scheduler';
import type { TelemetrySource } from '../telemetry-source';
import type { Judge, Judgement } from './judgement';

/** Maximum delay of a timer. With a longer one, Node runs it immediately. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** The outcome that an expectation waits for, and its timeouts. */
export interface JudgementWait {
  /** The value of `pass` to wait for: `false` with `.not`. */
  readonly expectedPass: boolean;
  /** Timeout in milliseconds. 0 waits without limit, as in Playwright's matchers. */
  readonly timeoutMs: number;
  /** Time without changes after which telemetry is quiet, in milliseconds. */
  readonly quietMs: number;
  readonly setTimer: SetTimer;
}

/** The judgement on which an expectation passes or fails. */
export interface FinalJudgement extends Judgement {
  readonly waitedMs: number;
  /** Whether the timeout passed before telemetry became quiet. */
  readonly isTimedOut: boolean;
}

/**
 * Waits until the outcome of a judge is certain.
 * Rejects if the judge throws.
 * Resolves immediately if nothing can change the outcome. Resolves when telemetry is quiet if the outcome is as
 * expected, or if no further event can change the outcome. Resolves at the timeout otherwise.
 * Telemetry is quiet when no call and no request is open and nothing has changed for `quietMs` since the wait began.
 */
export function awaitJudgement(source: TelemetrySource, judge: Judge, wait: JudgementWait): Promise<FinalJudgement> {
  const { expectedPass, quietMs, setTimer } = wait;
  const startedAt = source.now();
  const endsAt = wait.timeoutMs === 0 ? Number.POSITIVE_INFINITY : startedAt + wait.timeoutMs;
  return new Promise((resolve, reject) => {
    let cancelTimer = (): void => undefined;
    // Changes arrive in bursts. Each burst is judged once.
    const job = createJob((run) => setTimer(0, run), consider);
    const unsubscribe = source.onChange(job.schedule);
    consider();

    /** An asymmetric matcher of the test may throw. In a timer, its exception would end the process. */
    function consider(): void {
      cancelTimer();
      try {
        decide();
      } catch (error) {
        stop();
        reject(error);
      }
    }

    function stop(): void {
      unsubscribe();
      job.cancel();
    }

    function decide(): void {
      const now = source.now();
      const quietAt = source.isSettled()
        ? Math.max(startedAt, source.lastChange()) + quietMs
        : Number.POSITIVE_INFINITY;
      const judgement = judge(source.records());
      const isQuiet = now >= quietAt;
      const isTimedOut = now >= endsAt;
      if (!isTimedOut && !isDecided(judgement, isQuiet)) {
        const wakeAt = isQuiet ? endsAt : Math.min(quietAt, endsAt);
        if (wakeAt !== Number.POSITIVE_INFINITY) cancelTimer = setTimer(Math.min(wakeAt - now, MAX_TIMER_MS), consider);
        return;
      }
      stop();
      resolve({ ...judgement, waitedMs: now - startedAt, isTimedOut: isTimedOut && !isQuiet });
    }
  });

  function isDecided({ pass, canChangeBy, isEmpty = false }: Judgement, isQuiet: boolean): boolean {
    if (isEmpty) return false;
    return canChangeBy === 'nothing' || (isQuiet && (pass === expectedPass || canChangeBy === 'updates'));
  }
}

/**
 * Formats events as JSON that is the same in each run, in the order of their calls.
 * Replaces volatile values by the name of their field, such as `<mid>`. Replaces tokens, email addresses and phone
 * numbers by pseudonyms, because snapshot files are committed.
 *
 * @param mask Further paths of volatile values, such as `edata.extra.time`. `*` matches any key or index.
 */
export function formatSnapshot(records: readonly JudgedRecord[], mask: readonly string[] = []): string {
  const redactor = createRedactor();
  const events = records.flatMap((record): readonly Json[] => {
    const json = eventJson(record);
    return json === undefined ? [] : [redactor.json(mapVolatileFields(json, (_, path) => `<${path.at(-1)}>`, mask))];
  });
  return `${formatJson(events, 2)}\n`;
}
