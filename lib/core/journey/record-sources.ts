import { stringAt } from '#core/json/json';
import { eventJson, type TelemetryRecord } from './record';

type Sent = Pick<TelemetryRecord, 'event' | 'requests' | 'sender'>;

/**
 * Returns the names of who sent an event to a collector, the most telling first.
 * These are the run, the app that a header names, the page, the app that the event names, the address, and the user agent. Empty
 * unless a collector of ours received the event.
 */
export function sourcesOf(record: Sent): readonly string[] {
  const { sender } = record;
  if (sender === undefined) return [];
  const event = eventJson(record);
  const app = (field: string): string => stringAt(event, ['context', 'pdata', field]) ?? '';
  const names = [sender.run, sender.stamped.pid, sender.page, app('id'), app('pid'), sender.address, sender.userAgent];
  return [...new Set(names.filter((name) => name !== undefined && name !== ''))] as readonly string[];
}

/** Returns the most telling name: of a page without its scheme and query. Empty if there is none. */
export function sourceLabel(record: Sent): string {
  return labelOf(sourcesOf(record)[0] ?? '');
}

/** Returns all names but the user agent, which is long and the same for all pages of a browser. */
export function sourceLabels(record: Sent): readonly string[] {
  const { userAgent = '' } = record.sender ?? {};
  return sourcesOf(record).flatMap((name) => (name === userAgent ? [] : [labelOf(name)]));
}

function labelOf(name: string): string {
  return name
    .replace(/^https?:\/\//, '')
    .replace(/[?#].*$/, '')
    .replace(/\/$/, '');
}
