import { eventJson, type TelemetryRecord } from '#core/journey/record';
import { isJsonObject, type JsonObject, stringAt, valueAt } from '#core/json/json';

/**
 * Summarizes the session of the page's newest event in the format of a SUMMARY.
 * Returns `null` if no event of a page was observed. Manually fired events do not count.
 */
export function summarizeSession(records: readonly TelemetryRecord[]): JsonObject | null {
  const newest = records.findLast(isOfPage);
  if (!newest) return null;
  const sid = sessionOf(newest);
  const isOfSession = (record: TelemetryRecord) =>
    sid === null ? record.documentKey === newest.documentKey : sessionOf(record) === sid;
  const sessionRecords = records.filter((record) => isOfPage(record) && isOfSession(record));
  const events = sessionRecords.map((record) => eventJson(record)).filter(isJsonObject);
  const times = events.flatMap(({ ets }) => (typeof ets === 'number' && Number.isSafeInteger(ets) ? [ets] : []));
  const counts = new Map<string, number>();
  for (const event of events) {
    const eid = stringAt(event, ['eid']) ?? '';
    if (eid !== '') counts.set(eid, (counts.get(eid) ?? 0) + 1);
  }
  const starttime = times.reduce((minimum, ets) => Math.min(minimum, ets), times[0] ?? newest.at);
  const endtime = times.reduce((maximum, ets) => Math.max(maximum, ets), starttime);
  return {
    starttime,
    endtime,
    timespent: (endtime - starttime) / 1000,
    pageviews: counts.get('IMPRESSION') ?? 0,
    interactions: counts.get('INTERACT') ?? 0,
    eventssummary: [...counts].map(([id, count]) => ({ id, count })),
  };
}

function isOfPage({ event, firedBy }: TelemetryRecord): boolean {
  return event !== null && firedBy.type === 'page';
}

function sessionOf(record: TelemetryRecord): string | null {
  const sid = valueAt(eventJson(record), ['context', 'sid']);
  return typeof sid === 'string' && sid !== '' ? sid : null;
}
