import { isJsonArray, type Json, valueAt } from '#core/json/json';
import { isCaptureFile } from '../capture/capture-header';
import type { InputContents, InputItem } from '../input-contents';

/** Returns the events and calls of a capture file, or `null` if the JSON isn't a capture file. */
export function findCaptureContents(json: Json): InputContents | null {
  const records = isCaptureFile(json) ? valueAt(json, ['records']) : undefined;
  return isJsonArray(records) ? { items: records.map(recordContents), warnings: [] } : null;
}

/**
 * Returns a record's event or call, with the time at which it was recorded.
 * An event from a file has no such time: the time of its record is its `ets`.
 */
export function recordContents(record: Json): InputItem {
  const at = valueAt(record, ['event', 'at']) ?? valueAt(record, ['at']);
  const isRecorded = typeof at === 'number' && valueAt(record, ['event', 'observedIn']) !== 'file';
  return { json: recordItem(record), record, ...(isRecorded ? { recordedAt: at } : {}) };
}

/** Returns a record's event as it was sent, or its call if there is no event, for export as NDJSON. */
function recordItem(record: Json): Json {
  const event = valueAt(record, ['event', 'json']);
  if (event !== undefined) return event;
  const [method, args] = [valueAt(record, ['call', 'method']), valueAt(record, ['call', 'args'])];
  return method === undefined || args === undefined ? record : { method, args };
}
