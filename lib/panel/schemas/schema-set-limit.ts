import { eventJson, type TelemetryRecord } from '#core/journey/record';
import { stringAt } from '#core/json/json';
import { siteOfRecord } from '#core/report/settle-findings';
import type { SchemaSetLimit } from './schema-set';

/** Creates the test of the events that a set is asked about; `null` if these are all. */
export function createLimitTest({ sites, producers }: SchemaSetLimit): ((record: TelemetryRecord) => boolean) | null {
  if (sites.length === 0 && producers.length === 0) return null;
  const isSite = createPatternTest(sites);
  const isProducer = createPatternTest(producers);
  return (record) => isSite(siteOfRecord(record)) && isProducer(producerOf(record));
}

function producerOf(record: TelemetryRecord): string {
  return stringAt(eventJson(record) ?? null, ['context', 'pdata', 'id']) ?? '';
}

function createPatternTest(patterns: readonly string[]): (text: string) => boolean {
  if (patterns.length === 0) return () => true;
  const parts = patterns.map((pattern) => pattern.toLowerCase().split('*'));
  return (text) => parts.some((each) => matches(text.toLowerCase(), each));
}

/** Whether a text consists of these parts, with any characters between them. Takes the first place of each: linear. */
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
