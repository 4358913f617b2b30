import { stringAt } from '#core/json/json';
import { eventJson, type TelemetryRecord } from './record';

type SentRecord = Pick<TelemetryRecord, 'event' | 'requests' | 'sender'>;

/**
 * Returns the names of the sender of an event to the built-in collector, the most specific first.
 * These are the run, the app in a header, the page, the app in the event, the IP address and the user agent.
 * Empty unless the built-in collector received the event.
 */
export function sourcesOf(record: SentRecord): readonly string[] {
  const { sender } = record;
  if (sender === undefined) return [];
  const event = eventJson(record);
  const app = (field: string): string => stringAt(event, ['context', 'pdata', field]) ?? '';
  const names = [sender.run, sender.stamped.pid, sender.page, app('id'), app('pid'), sender.address, sender.userAgent];
  return [...new Set(names.filter((name) => name !== undefined && name !== ''))] as readonly string[];
}

/** Returns the most specific name, or empty if there is none. Pages are shown without scheme and query. */
export function sourceLabel(record: SentRecord): string {
  return labelOf(sourcesOf(record)[0] ?? '');
}

/** Returns all names but the user agent, which is long and the same for all pages of a browser. */
export function sourceLabels(record: SentRecord): readonly string[] {
  const { userAgent = '' } = record.sender ?? {};
  return sourcesOf(record).flatMap((name) => (name === userAgent ? [] : [labelOf(name)]));
}

function labelOf(name: string): string {
  return name
    .replace(/^https?:\/\//, '')
    .replace(/[?#].*$/s, '')
    .replace(/\/$/, '');
}
