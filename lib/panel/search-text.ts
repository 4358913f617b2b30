import type { TelemetryRecord } from '../journey/record';
import type { Json } from '../json';
import { kindLabel } from './words';

// Weak: a text is forgotten with its record. Records never change, so a text is never stale.
const texts = new WeakMap<TelemetryRecord, string>();

/** Everything of a record that free text is looked for in, in lower case; made when first asked for, then kept. */
export function searchTextOf(record: TelemetryRecord): string {
  const known = texts.get(record);
  if (known !== undefined) return known;
  const text = makeText(record);
  texts.set(record, text);
  return text;
}

/** A call's arguments stand in the event as they are, as a rule; then they are not kept twice. */
function makeText(record: TelemetryRecord): string {
  const event = jsonOf(record.event?.json);
  const args = (record.call?.args ?? []).map(jsonOf).filter((text) => !event.includes(text));
  const parts = [kindLabel(record), record.headline, record.frame.url, ...args, event];
  return parts.join('\n').toLowerCase();
}

function jsonOf(value: Json | undefined): string {
  return value === undefined ? '' : JSON.stringify(value);
}
