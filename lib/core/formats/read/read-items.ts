import type { EventCorrelator } from '#core/journey/event-correlator';
import type { ObservedEvent, TelemetryRecord } from '#core/journey/record';
import { isJsonArray, isJsonObject, type Json, valueAt } from '#core/json/json';
import { isDeeperThan, MAX_JSON_DEPTH } from '#core/json/json-depth';
import { telemetryOfJson } from '#core/telemetry/telemetry-body';
import { MAX_EPOCH_MS } from '#core/util/epoch';
import { type Message, message } from '#core/util/message';
import { fail, type Result, succeed } from '#core/util/result';

// Events and calls of a file are not correlated: the file has no link between them.
const EVENTS = { documentKey: 'events of a file', frame: { frameId: 0, url: '' } };
const CALLS = { documentKey: 'calls of a file', frame: { frameId: 0, url: '' } };

/** Takes an event, a call `{"method","args"}`, or a batch of an SDK. Fails with what would be needed. */
export function readInputItem(
  item: Json,
  journal: EventCorrelator,
  previousAt: number,
): Result<readonly TelemetryRecord[], Message> {
  if (isDeeperThan(item, MAX_JSON_DEPTH)) return fail(message('import.fault.nested', { n: MAX_JSON_DEPTH }));
  const body = telemetryOfJson(item);
  if (body) return succeed(body.events.flatMap((event) => takeEvent(event, journal, previousAt)));
  if (isEvent(item)) return succeed(takeEvent(item, journal, previousAt));
  const method = valueAt(item, ['method']);
  const args = valueAt(item, ['args']);
  if (typeof method !== 'string' || !isJsonArray(args)) return fail(message('import.fault.unsupported'));
  return succeed(takeCall(method, args, journal, previousAt));
}

/** Some sites emit events without an eid: one of the other fields that only events have is enough. */
function isEvent(item: Json): boolean {
  return isJsonObject(item) && ['eid', 'mid', 'edata'].some((key) => Object.hasOwn(item, key));
}

function takeEvent(event: Json, journal: EventCorrelator, previousAt: number): readonly TelemetryRecord[] {
  const ets = valueAt(event, ['ets']);
  const at = typeof ets === 'number' && Math.abs(ets) <= MAX_EPOCH_MS ? ets : previousAt;
  return journal.emitted({ callId: null, event, cuts: [], at }, EVENTS).map(asFromFile);
}

function takeCall(
  method: string,
  args: readonly Json[],
  journal: EventCorrelator,
  at: number,
): readonly TelemetryRecord[] {
  const callId = String(journal.lastRow());
  const seen = { callId, method, args, cuts: [], at, batchSize: null, hasDid: null, sdk: null, firedBy: null };
  return journal.called(seen, CALLS);
}

function asFromFile(record: TelemetryRecord): TelemetryRecord {
  if (record.event === null) return record;
  const event: ObservedEvent = { ...record.event, seenIn: 'file' };
  return { ...record, event };
}
