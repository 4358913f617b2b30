import { weighJson } from './json-weight';
import type { TelemetryRecord } from './record';

/**
 * Cleared records that stay until their call, event or request is finished: far more than one page has on its way. About
 * 1 kB each; in total less than a tenth of an empty panel.
 */
const MAX_RECORDS = 2_000;
const MAX_BYTES = 2_000_000;

/**
 * Selects the newest of the records that are still on their way, within the limits.
 * In the order of their rows.
 */
export function selectUnfinished(
  records: readonly TelemetryRecord[],
  isUnfinished: (record: TelemetryRecord) => boolean,
): readonly TelemetryRecord[] {
  const selected: TelemetryRecord[] = [];
  let left = MAX_BYTES;
  for (let index = records.length - 1; index >= 0 && selected.length < MAX_RECORDS && left > 0; index -= 1) {
    const record = records[index];
    if (!record || !isUnfinished(record)) continue;
    const bytes = weighJson(record, left);
    if (bytes > left) continue;
    left -= bytes;
    selected.push(record);
  }
  return selected.reverse();
}

/** Whether the end of a request may still be reported: by the page, or by DevTools. */
export function hasOpenRequest({ requests }: TelemetryRecord, unfinished: ReadonlySet<string>): boolean {
  return requests.some(({ id, end }) => end.status === 'open' || unfinished.has(id));
}
