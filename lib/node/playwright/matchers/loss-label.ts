import { journeyState } from '#core/journey/journey-state';
import type { JudgedRecord } from '#core/stream/judged-record';

/** Returns why an event was lost, as a part of a sentence. */
export function lossLabel(record: JudgedRecord): string {
  const end = record.requests.at(-1)?.end;
  switch (journeyState(record)) {
    case 'lost':
      return 'the page unloaded before the SDK sent it';
    case 'dropped':
      return 'the SDK emitted no event';
    case 'rejected':
      return `the collector responded with ${end?.status === 'responded' ? end.httpStatus : 'an error'}`;
    default:
      return end?.status === 'failed' ? `the request failed: ${end.message}` : 'the request failed';
  }
}
