import { type Json, type JsonPath, valueAt } from '#core/json/json';
import { type EventKind, eventKinds } from '#core/telemetry/kinds';
import type { z } from '#core/util/zod';
import { ingestionSchema } from './ingestion-rules';

/** Why ingestion would drop an event. */
export type IngestionFault =
  | { readonly what: 'missing' | 'not-allowed' | 'too-small' | 'not-in-list'; readonly path: JsonPath }
  | { readonly what: 'wrong-type'; readonly path: JsonPath; readonly expected: string }
  | { readonly what: 'unknown-eid' | 'too-large' };

/** An event of more bytes of UTF-8 is dropped. */
const MOST_BYTES = 1024 * 1024;

/** What ingestion would find wrong with an event as it travels; nothing where it would take it. */
export function checkIngestion(event: Json): readonly IngestionFault[] {
  const eid = valueAt(event, ['eid']);
  const kind = eventKinds.find((each) => each.toUpperCase() === eid);
  if (!kind) return [{ what: 'unknown-eid' }];
  if (new TextEncoder().encode(JSON.stringify(event)).length > MOST_BYTES) return [{ what: 'too-large' }];
  const parsed = schemaOf(kind).safeParse(event);
  return parsed.success ? [] : parsed.error.issues.flatMap((issue) => faultsOf(issue, event));
}

const schemas = new Map<EventKind, z.ZodType>();

function schemaOf(kind: EventKind): z.ZodType {
  const schema = schemas.get(kind) ?? ingestionSchema(kind);
  schemas.set(kind, schema);
  return schema;
}

function faultsOf(issue: z.core.$ZodIssue, event: Json): readonly IngestionFault[] {
  const path = issue.path.filter((step) => typeof step !== 'symbol');
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ what: 'not-allowed', path: [...path, key] }));
  }
  if (valueAt(event, path) === undefined) return [{ what: 'missing', path }];
  if (issue.code === 'invalid_type') return [{ what: 'wrong-type', path, expected: issue.expected }];
  return [{ what: issue.code === 'too_small' ? 'too-small' : 'not-in-list', path }];
}
