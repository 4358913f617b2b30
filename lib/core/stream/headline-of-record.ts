import type { TelemetryRecord } from '#core/journey/record';
import { headlineOfCall, headlineOfEvent } from '#core/telemetry/headline';

/** The line that stands for a record in a list, in English; empty if nothing can be said. */
export function headlineOfRecord({ call, event }: Pick<TelemetryRecord, 'call' | 'event'>): string {
  if (call) return headlineOfCall(call.method, call.args);
  return event ? headlineOfEvent(event.json) : '';
}
