import { mapVolatileFields } from '#core/drafts/stable-event';
import { eventJson } from '#core/journey/record';
import type { Json } from '#core/json/json';
import { formatJson } from '#core/quoting/json-text';
import { createRedactor } from '#core/redaction/redactor';
import type { JudgedRecord } from '#core/stream/judged-record';
import { type After, createJob } from '#core/util/scheduler';
import type { TelemetrySource } from '../telemetry-source';
import type { Judge, Judgement } from './judgement';

/** How long an expectation waits, and for what. */
export interface JudgementWait {
  /** The outcome that passes: `false` with `.not`. */
  readonly wanted: boolean;
  /** Milliseconds; 0 waits without end, as Playwright's matchers do. */
  readonly timeoutMs: number;
  /** How long nothing may happen until telemetry is quiet, in milliseconds. */
  readonly quietMs: number;
  readonly after: After;
}

/** A final judgement, and how long it took, in milliseconds. */
export interface FinalJudgement extends Judgement {
  readonly waitedMs: number;
  /** Whether telemetry had not become quiet until the timeout. */
  readonly isTimedOut: boolean;
}

/**
 * Waits until records can be judged for good: at once where nothing can change the outcome, when telemetry is quiet
 * where the outcome is as wanted or no further event can change it, else at the timeout. Telemetry is quiet when no
 * call and no request is open and nothing has changed for `quietMs`, counted from the beginning of the wait.
 */
export function awaitJudgement(source: TelemetrySource, judge: Judge, wait: JudgementWait): Promise<FinalJudgement> {
  const { wanted, quietMs, after } = wait;
  const startedAt = source.now();
  const endsAt = wait.timeoutMs === 0 ? Number.POSITIVE_INFINITY : startedAt + wait.timeoutMs;
  return new Promise((resolve) => {
    let cancelTimer = (): void => undefined;
    // Changes arrive in bursts, each of which is judged once.
    const job = createJob((run) => after(0, run), consider);
    const unsubscribe = source.onChange(job.schedule);
    consider();

    function consider(): void {
      cancelTimer();
      const now = source.now();
      const quietAt = source.isSettled()
        ? Math.max(startedAt, source.lastChange()) + quietMs
        : Number.POSITIVE_INFINITY;
      const judgement = judge(source.records());
      const isQuiet = now >= quietAt;
      const isTimedOut = now >= endsAt;
      if (!isTimedOut && !isDecided(judgement, isQuiet)) {
        const wakeAt = isQuiet ? endsAt : Math.min(quietAt, endsAt);
        if (wakeAt !== Number.POSITIVE_INFINITY) cancelTimer = after(wakeAt - now, consider);
        return;
      }
      unsubscribe();
      job.cancel();
      resolve({ ...judgement, waitedMs: now - startedAt, isTimedOut: isTimedOut && !isQuiet });
    }
  });

  function isDecided({ pass, certainty, isEmpty = false }: Judgement, isQuiet: boolean): boolean {
    if (isEmpty) return false;
    return certainty === 'final' || (isQuiet && (pass === wanted || certainty === 'lasting'));
  }
}

/**
 * Writes events as JSON text that is the same in each run: a volatile value is replaced by the name of its field, such
 * as `<mid>`. A token, an email address or a phone number is replaced by a pseudonym: the file is committed. Events stand in the order in which their calls were observed.
 *
 * @param mask Further paths, such as `edata.extra.time`; `*` stands for any key or index.
 */
export function formatSnapshot(records: readonly JudgedRecord[], mask: readonly string[] = []): string {
  const redactor = createRedactor();
  const events = records.flatMap((record): readonly Json[] => {
    const json = eventJson(record);
    return json === undefined ? [] : [redactor.json(mapVolatileFields(json, (_, path) => `<${path.at(-1)}>`, mask))];
  });
  return `${formatJson(events, 2)}\n`;
}
