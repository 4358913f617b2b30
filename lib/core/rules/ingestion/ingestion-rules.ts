import { type Json, stringAt } from '#core/json/json';
import type { Finding, RuleSet } from '#core/telemetry/findings';
import { type EventKind, kindOfEid } from '#core/telemetry/kinds';
import { compileIngestionCheck } from './ingestion-check';
import { ingestionSchema } from './ingestion-schemas';

/** An event of more bytes of UTF-8 is dropped. */
const MAX_EVENT_BYTES = 1024 * 1024;
/** A UTF-16 unit of a text takes at most three bytes in UTF-8. */
const MAX_UNIT_BYTES = 3;
/** `JSON.stringify` writes at most so many characters for one of the text that was parsed: `1e20` becomes 21 digits. */
const MAX_GROWTH = 6;

const ERROR = { ruleSet: 'ingestion', severity: 'error' } as const;

/** What the pipeline behind a collector would drop an event for. It looks at no call. */
export const ingestionRules: RuleSet = {
  id: 'ingestion',
  looksAt: 'events',
  check: (subject) => (subject.type === 'call' ? [] : checkIngestion(subject.json)),
};

/**
 * Returns what the pipeline would drop an event for.
 *
 * @param textLength UTF-16 units of the JSON text that the event was parsed from, where there is one: it spares to write
 * the event out for its size.
 */
export function checkIngestion(event: Json, textLength: number | null = null): readonly Finding[] {
  const kind = kindOfEid(stringAt(event, ['eid']) ?? '');
  if (kind === null) return [{ ...ERROR, code: 'not-in-list', path: ['eid'], params: { reason: 'ingestion-eid' } }];
  if (isTooLarge(event, textLength)) {
    return [{ ...ERROR, code: 'out-of-range', path: [], params: { reason: 'ingestion-size', mebibytes: 1 } }];
  }
  return checkOf(kind)(event);
}

function isTooLarge(event: Json, textLength: number | null): boolean {
  if (textLength !== null && textLength * MAX_GROWTH * MAX_UNIT_BYTES <= MAX_EVENT_BYTES) return false;
  const json = JSON.stringify(event);
  if (json.length * MAX_UNIT_BYTES <= MAX_EVENT_BYTES) return false;
  return new TextEncoder().encode(json).length > MAX_EVENT_BYTES;
}

const checks = new Map<EventKind, (event: Json) => readonly Finding[]>();

function checkOf(kind: EventKind): (event: Json) => readonly Finding[] {
  const check = checks.get(kind) ?? compileIngestionCheck(ingestionSchema(kind));
  checks.set(kind, check);
  return check;
}
