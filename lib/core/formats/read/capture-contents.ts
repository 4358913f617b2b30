import { isJsonArray, type Json, valueAt } from '#core/json/json';
import { isCaptureFile } from '../capture/capture-head';
import type { InputContents } from '../input-contents';

/** Returns the events and calls of a capture file, or `null` if the JSON is none. */
export function findCaptureContents(json: Json): InputContents | null {
  const records = isCaptureFile(json) ? valueAt(json, ['records']) : undefined;
  return isJsonArray(records) ? { items: records.map((record) => ({ json: recordItem(record) })), remarks: [] } : null;
}

/** Returns a record's event as it was sent, or its call if there is no event, for export as NDJSON. */
export function recordItem(record: Json): Json {
  const event = valueAt(record, ['event', 'json']);
  if (event !== undefined) return event;
  const [method, args] = [valueAt(record, ['call', 'method']), valueAt(record, ['call', 'args'])];
  return method === undefined || args === undefined ? record : { method, args };
}
