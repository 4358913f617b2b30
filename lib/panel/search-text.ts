import type { CallSighting, FrameRef, TelemetryRecord } from '../journey/record';
import type { Json } from '../json';
import { kindLabel } from './words';

/** A text, and what it was made of that may come later than what it is kept by. */
interface MadeText {
  readonly text: string;
  readonly args: CallSighting['args'] | undefined;
  readonly frame: FrameRef;
}

// By what was emitted or called, which stays the same while its record is replaced for every answer: most texts are made
// once. Weak: a text is forgotten with its event.
const texts = new WeakMap<object, MadeText>();

/** Everything of a record that free text is looked for in, in lower case; made when first asked for, then kept. */
export function searchTextOf(record: TelemetryRecord): string {
  const { call, event, frame } = record;
  const args = call?.args;
  const source = event ?? args ?? record;
  const known = texts.get(source);
  // Where only DevTools saw the request at first, call and frame come after the event.
  if (known !== undefined && known.args === args && known.frame === frame) return known.text;
  const text = makeText(record);
  texts.set(source, { text, args, frame });
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
