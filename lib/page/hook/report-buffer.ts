import { MAX_REPORT_UNITS, UNITS_PER_OBSERVATION } from '#core/wire/report-limits';
import type { HookChannel } from '#page/channel';
import { type Observation, writeReport } from './hook-messages';
import type { RunningCall } from './running-calls';
import { takeCopiedUnits } from './snapshot';

/** Where observations are handed on: as a list, of one or of those that belong to one call. */
export interface ReportBuffer {
  notify(observation: Observation): void;
  /** The page unloads: hands over at once what is held, and what comes. */
  leave(): void;
}

/**
 * What happens inside a call is reported when the call is over, as one; everything else at once.
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
