import type { TelemetryRecord } from './record';

/** How far an event got on its way: called → emitted → sent → answered, or where it ended. */
export type JourneyState = 'called' | 'threw' | 'emitted' | 'sent' | 'answered' | 'refused' | 'failed';

export function journeyState(record: Pick<TelemetryRecord, 'call' | 'event' | 'requests'>): JourneyState {
  const last = record.requests.at(-1);
  if (last) return stateOfAnswer(last.status);
  if (record.event) return 'emitted';
  return record.call?.outcome.status === 'threw' ? 'threw' : 'called';
}

function stateOfAnswer(status: number): JourneyState {
  if (status === 0) return 'failed';
  return status < 400 ? 'answered' : 'refused';
}
