import { MAX_HELD_CHARS } from '#core/journey/report-limits';
import type { HookChannel } from '#page/channel';
import type { RunningCall } from './running-calls';

/** Where observations are handed on: JSON text of a list, of one or of those that belong to one call. */
export interface ReportBuffer {
  notify(text: string): void;
  /** Hands over at once what is held: the page unloads. */
  flush(): void;
}

/**
 * What happens inside a call is reported when the call is over, as one; everything else at once.
 * Calls of a listener that never returns are reported as they happen.
 */
export function createReportBuffer(channel: HookChannel, running: readonly RunningCall[]): ReportBuffer {
  let held = '';
  const report = (): void => {
    if (held) channel.report(`[${held}]`);
    held = '';
  };
  return {
    notify(text) {
      held += held && ',';
      held += text;
      if (running.length === 0 || held.length > MAX_HELD_CHARS) report();
    },
    flush() {
      report();
      channel.flush();
    },
  };
}
