import { isJsonObject, type Json, type JsonObject, ownValue, stringAt } from '#core/json/json';
import type { JudgedRecord } from '#core/stream/judged-record';
import { i18n } from '#i18n';

/** The parts of an event that the SDKs' `options` can set. */
const PARTS = ['actor', 'context', 'object', 'tags'] as const;

/**
 * Returns the envelope of the page's last event as `options`: its actor, context, object and tags.
 * Manually fired events are ignored. Null if no event of the page was observed.
 */
export function findLastEnvelope(records: readonly JudgedRecord[]): JsonObject | null {
  const last = records.findLast(({ event, firedBy }) => event !== null && firedBy.type === 'page');
  return last?.event ? envelopeOf(last.event.json) : null;
}

/** Context fields that a posted event takes from the page if its draft lacks them. */
const CONTEXT_FIELDS = ['channel', 'pdata', 'env', 'sid', 'did'] as const;

function defaultContext(context: Json | undefined): JsonObject {
  if (!isJsonObject(context)) return {};
  return Object.fromEntries(CONTEXT_FIELDS.flatMap((name) => (name in context ? [[name, context[name] ?? null]] : [])));
}

/** Values of the page that a posted event takes if its draft lacks them: actor, session and device. */
export interface PageDefaults {
  readonly context: JsonObject;
  readonly actor?: JsonObject;
}

/** Reads the defaults from the page's last event. An actor without an id is ignored. */
export function readPageDefaults(records: readonly JudgedRecord[]): PageDefaults {
  const envelope = findLastEnvelope(records);
  const actor = envelope?.actor;
  const context = defaultContext(envelope?.context);
  return isJsonObject(actor) && stringAt(actor, ['id']) ? { context, actor } : { context };
}

/** Returns the envelope parts of an event, without empty ones. */
function envelopeOf(event: Json): JsonObject {
  const parts: Record<string, Json> = {};
  if (!isJsonObject(event)) return parts;
  for (const part of PARTS) {
    const value = ownValue(event, part);
    if (value !== undefined && value !== null && Object.keys(value).length > 0) parts[part] = value;
  }
  return parts;
}

/** Summarizes an envelope in a line: `actor teacher-04, channel in.ekstep, object do_2134`. */
export function formatEnvelope(options: Json | undefined): string {
  if (!isJsonObject(options) || Object.keys(options).length === 0) return i18n.t('page.setBySdk');
  const parts = [
    ['actor', stringAt(options, ['actor', 'id'])],
    ['channel', stringAt(options, ['context', 'channel'])],
    ['env', stringAt(options, ['context', 'env'])],
    ['object', stringAt(options, ['object', 'id'])],
  ].flatMap(([name, value]) => (value ? [`${name} ${value}`] : []));
  return parts.length > 0 ? parts.join(', ') : Object.keys(options).join(', ');
}
