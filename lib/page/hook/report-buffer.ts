import { MAX_REPORT_UNITS, UNITS_PER_OBSERVATION } from '#core/wire/report-limits';
import type { HookChannel } from '#page/channel';
import { type Observation, writeReport } from './hook-messages';
import { takeCopiedUnits } from './snapshot';

/** Sends observations as reports: one by one, or together with all others of a call. */
export interface ReportBuffer {
  notify(observation: Observation): void;
  /** Sends all buffered observations, and each later one immediately. Call when the page unloads. */
  leave(): void;
}

/**
 * Creates a buffer that reports the observations during a call together when the call ends.
 * Reports all others immediately. During a call that never ends, it reports whenever the buffer is full.
 */
export function createReportBuffer(channel: HookChannel, running: readonly RunningCall[]): ReportBuffer {
  let buffered: Observation[] = [];
  let units = 0;
  const report = (): void => {
    const observations = buffered;
    if (observations.length > 0) channel.report(() => writeReport(observations), units);
    buffered = [];
    units = 0;
  };
  return {
    notify(observation) {
      buffered[buffered.length] = observation;
      units += UNITS_PER_OBSERVATION + takeCopiedUnits();
      if (typeof observation === 'string') units += observation.length;
      if (running.length === 0 || units > MAX_REPORT_UNITS) report();
    },
    leave() {
      report();
      channel.leave();
    },
  };
}

/**
 * A call that is running now.
 * Calls nest where one SDK wraps another, or where a listener calls the SDK again.
 */
export interface RunningCall {
  readonly id: string;
  readonly method: string;
  /** Whether the call's event was emitted. Later nested calls come from a listener, not from a wrapper. */
  emitted: boolean;
  /** Stops capturing console messages. Set for the outermost call. */
  restoreConsole?: () => void;
}

/** Whether a call comes from a wrapper: a running call of the same method that wraps another SDK. */
export function isWrapped(running: readonly RunningCall[], method: string): boolean {
  for (let index = 0; index < running.length; index += 1) {
    const call = running[index];
    if (call?.method === method && !call.emitted) return true;
  }
  return false;
}

/** Removes the innermost running call. */
export function endCall(running: RunningCall[]): void {
  running[running.length - 1]?.restoreConsole?.();
  running.length -= 1;
}
