import { findSecrets, withSecrets } from '#core/journey/correlator/new-record';
import type { SecretGuard } from '#core/journey/correlator/observations';
import type { EventCorrelator } from '#core/journey/event-correlator';
import type { ObservedEvent, TelemetryRecord } from '#core/journey/record';
import { type Json, valueAt } from '#core/json/json';
import { isDeeperThan, MAX_JSON_DEPTH } from '#core/json/json-depth';
import { receiptTimeOf } from '#core/rules/receipt-time';
import { MAX_EPOCH_MS } from '#core/util/epoch';
import { type Message, message } from '#core/util/message';
import { fail, type Result, succeed } from '#core/util/result';
import type { InputItem } from '../input-contents';
import { readSubject } from '../input-items';
import { recordOfSubject } from '../item-record';

// Events and calls of a file are not correlated: the file has no link between them.
const EVENTS = { documentKey: 'file-events', frame: { frameId: 0, url: '' } };
const CALLS = { documentKey: 'file-calls', frame: { frameId: 0, url: '' } };

/** Adds an event or a call `{"method","args"}` to the correlator. Fails for any other value. */
export function readInputItem(
  { json: item, receivedAt }: InputItem,
  correlator: EventCorrelator,
  previousAt: number,
): Result<readonly TelemetryRecord[], Message> {
  if (isDeeperThan(item, MAX_JSON_DEPTH)) return fail(message('import.fault.nested', { n: MAX_JSON_DEPTH }));
  const subject = readSubject(item);
  if (!subject.ok) return fail(message('import.fault.unsupported'));
  if (subject.value.type === 'call') {
    return succeed(takeCall(subject.value.method, subject.value.args, correlator, previousAt));
  }
  // The correlator ignores an event whose `eid` isn't a string.
  const records = takeEvent(item, correlator, previousAt);
  if (records.length === 0) return fail(message('import.fault.unsupported'));
  return succeed(records.map((record) => withReceiptTime(record, receivedAt)));
}

/** Creates the record of a row without correlation. */
export function readSingleItem(
  { json: item, receivedAt }: InputItem,
  guard: SecretGuard,
  row: number,
  previousAt: number,
): Result<readonly TelemetryRecord[], Message> {
  if (isDeeperThan(item, MAX_JSON_DEPTH)) return fail(message('import.fault.nested', { n: MAX_JSON_DEPTH }));
  const subject = readSubject(item);
  if (!subject.ok) return fail(message('import.fault.unsupported'));
  const record = withReceiptTime(recordOfSubject(subject.value, row), receivedAt);
  return succeed([{ ...record, at: record.at || previousAt, ...withSecrets(findSecrets(subject.value, guard)) }]);
}

/** Adds the time of receipt of an event's batch, which applies unless the event has its own. */
export function withReceiptTime(record: TelemetryRecord, receivedAt: number | null = null): TelemetryRecord {
  const { event } = record;
  if (receivedAt === null || event === null || receiptTimeOf(event.json) !== null) return record;
  return { ...record, event: { ...event, receivedAt } };
}

function takeEvent(event: Json, correlator: EventCorrelator, previousAt: number): readonly TelemetryRecord[] {
  const ets = valueAt(event, ['ets']);
  const at = typeof ets === 'number' && Math.abs(ets) <= MAX_EPOCH_MS ? ets : previousAt;
  return correlator.addEvent({ callId: null, event, truncations: [], at }, EVENTS).map(withFileOrigin);
}

function takeCall(
  method: string,
  args: readonly Json[],
  correlator: EventCorrelator,
  at: number,
): readonly TelemetryRecord[] {
  const callId = String(correlator.lastRow());
  const observation = {
    callId,
    method,
    args,
    truncations: [],
    at,
    batchSize: null,
    hasDid: null,
    sdk: null,
    firedBy: null,
  };
  return correlator.addCall(observation, CALLS);
}

function withFileOrigin(record: TelemetryRecord): TelemetryRecord {
  if (record.event === null) return record;
  const event: ObservedEvent = { ...record.event, observedIn: 'file' };
  return { ...record, event };
}
