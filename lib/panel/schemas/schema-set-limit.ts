import { eventJson, type TelemetryRecord } from '#core/journey/record';
import { type Json, stringAt } from '#core/json/json';
import { siteOfRecord } from '#core/report/settle-findings';
import type { SchemaSetLimit } from './schema-set';

/** The origin of an event, in the terms of a limit. */
export interface EventOrigin {
  /** The host of the page, with its port. Empty if there is no page. */
  readonly site: string;
  /** The event's `context.pdata.id`, or an empty string. */
  readonly producer: string;
}

/** Creates the test for events that a set applies to, or `null` if the set applies to all events. */
export function createLimitTest({ sites, producers }: SchemaSetLimit): ((origin: EventOrigin) => boolean) | null {
  if (sites.length === 0 && producers.length === 0) return null;
  const isSite = createPatternTest(sites);
  const isProducer = createPatternTest(producers);
  return ({ site, producer }) => isSite(site) && isProducer(producer);
}

export function originOfRecord(record: TelemetryRecord): EventOrigin {
  return { site: siteOfRecord(record), producer: producerOf(eventJson(record)) };
}

/** Returns the `context.pdata.id` of an event, or an empty string. */
export function producerOf(event: Json | undefined): string {
  return stringAt(event ?? null, ['context', 'pdata', 'id']) ?? '';
}

function createPatternTest(patterns: readonly string[]): (text: string) => boolean {
  if (patterns.length === 0) return () => true;
  const parts = patterns.map((pattern) => pattern.toLowerCase().split('*'));
  return (text) => parts.some((each) => matches(text.toLowerCase(), each));
}

/**
 * Whether a string consists of these parts, with any characters between them.
 * Takes linear time, because it uses only the first position of each part.
 */
function matches(text: string, parts: readonly string[]): boolean {
  const [first = '', ...others] = parts;
  const last = others.pop();
  if (last === undefined) return text === first;
  if (!text.startsWith(first)) return false;
  let from = first.length;
  for (const part of others) {
    const at = text.indexOf(part, from);
    if (at < 0) return false;
    from = at + part.length;
  }
  return text.length - last.length >= from && text.endsWith(last);
}
