import { type Json, stringAt, valueAt } from '#core/json/json';
import { toFoundParams } from '#core/telemetry/finding-params';
import type { Finding, RuleSet } from '#core/telemetry/findings';
import { type EventKind, kindOfEid } from '#core/telemetry/kinds';
import type * as z from '#core/util/zod';
import { ingestionSchema } from './ingestion-schemas';

/** An event of more bytes of UTF-8 is dropped. */
const MAX_EVENT_BYTES = 1024 * 1024;

/** What the pipeline behind a collector would drop an event for. It looks at no call. */
export const ingestionRules: RuleSet = {
  id: 'ingestion',
  check: (subject) => (subject.type === 'call' ? [] : checkEvent(subject.json)),
};

function checkEvent(event: Json): readonly Finding[] {
  const kind = kindOfEid(stringAt(event, ['eid']) ?? '');
  if (kind === null) return [{ ...ERROR, code: 'not-in-list', path: ['eid'], params: { reason: 'ingestion-eid' } }];
  if (new TextEncoder().encode(JSON.stringify(event)).length > MAX_EVENT_BYTES) {
    return [{ ...ERROR, code: 'out-of-range', path: [], params: { reason: 'ingestion-size', mebibytes: 1 } }];
  }
  const parsed = schemaOf(kind).safeParse(event);
  return parsed.success ? [] : parsed.error.issues.flatMap((issue) => findingsOf(issue, event));
}

const ERROR = { ruleSet: 'ingestion', severity: 'error' } as const;

const schemas = new Map<EventKind, z.ZodMiniType>();

function schemaOf(kind: EventKind): z.ZodMiniType {
  const schema = schemas.get(kind) ?? ingestionSchema(kind);
  schemas.set(kind, schema);
  return schema;
}

function findingsOf(issue: z.core.$ZodIssue, event: Json): readonly Finding[] {
  const path = issue.path.filter((step) => typeof step !== 'symbol');
  if (issue.code === 'unrecognized_keys') {
    const unknown = { ...ERROR, code: 'unknown-field', params: { reason: 'ingestion-extra' } } as const;
    return issue.keys.map((key) => ({ ...unknown, path: [...path, key] }));
  }
  const value = valueAt(event, path);
  if (value === undefined) {
    return [{ ...ERROR, code: 'missing', path, params: { reason: 'ingestion-missing' } }];
  }
  if (issue.code === 'invalid_type') {
    const { expected } = issue;
    const params = { reason: 'ingestion-type', expected, found: toFoundParams(value, expected) } as const;
    return [{ ...ERROR, code: 'wrong-type', path, params }];
  }
  if (issue.code === 'too_small') {
    return [{ ...ERROR, code: 'out-of-range', path, params: { reason: 'ingestion-small' } }];
  }
  return [{ ...ERROR, code: 'not-in-list', path, params: { reason: 'ingestion-list' } }];
}
