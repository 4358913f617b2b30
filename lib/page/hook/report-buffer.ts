import { MAX_REPORT_UNITS, UNITS_PER_OBSERVATION } from '#core/wire/report-limits';
import type { HookChannel } from '#page/channel';
import { type Observation, writeReport } from './hook-messages';
import { takeCopiedUnits } from './snapshot';

/** Passes observations on in batches: one each, or those that belong to one call. */
export interface ReportBuffer {
  notify(observation: Observation): void;
  /** The page unloads: hands over at once what is held, and what comes. */
  leave(): void;
}

/**
 * Reports the observations inside a call as one when the call is over; all others at once.
 * Calls of a listener that never returns are reported as they happen.
 */
export function createReportBuffer(channel: HookChannel, running: readonly RunningCall[]): ReportBuffer {
  let held: Observation[] = [];
  let units = 0;
  const report = (): void => {
    const observations = held;
    if (observations.length > 0) channel.report(() => writeReport(observations), units);
    held = [];
    units = 0;
  };
  return {
    notify(observation) {
      held[held.length] = observation;
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
  /** Whether its event has been emitted: what is called after that is called by a listener, not by a wrapper. */
  emitted: boolean;
  /** Takes its ears off the console again. */
  restoreConsole: (() => void) | null;
}

/** A wrapper that calls the SDK beneath it by the same name is one call of the page, not two. */
export function isWrapped(running: readonly RunningCall[], method: string): boolean {
  for (let index = 0; index < running.length; index += 1) {
    const call = running[index];
    if (call?.method === method && !call.emitted) return true;
  }
  return false;
}

/** Takes the call, and whatever was left above it, off the running calls. */
export function endCall(running: RunningCall[], callId: string): void {
  let depth = running.length - 1;
  while (depth >= 0 && running[depth]?.id !== callId) depth -= 1;
  if (depth < 0) return;
  for (let index = running.length - 1; index >= depth; index -= 1) {
    running[index]?.restoreConsole?.();
    running.length = index;
  }
}
