import { eventJson, type TelemetryRecord } from '#core/journey/record';
import { isJsonObject, type JsonObject, stringAt, valueAt } from '#core/json/json';

/**
 * Sums up the session of the page's newest event, as SUMMARY has it.
 * `null` if no event of a page was seen. What was fired by hand does not count.
 */
export function summarizeSession(records: readonly TelemetryRecord[]): JsonObject | null {
  const newest = records.findLast(isOfPage);
  if (!newest) return null;
  const sid = sessionOf(newest);
  const isOfSession = (record: TelemetryRecord) =>
    sid === null ? record.documentKey === newest.documentKey : sessionOf(record) === sid;
  const own = records.filter((record) => isOfPage(record) && isOfSession(record));
  const events = own.map((record) => eventJson(record)).filter(isJsonObject);
  const times = events.flatMap(({ ets }) => (typeof ets === 'number' && Number.isSafeInteger(ets) ? [ets] : []));
  const counts = new Map<string, number>();
  for (const event of events) {
    const eid = stringAt(event, ['eid']) ?? '';
    if (eid !== '') counts.set(eid, (counts.get(eid) ?? 0) + 1);
  }
  const starttime = times.reduce((least, ets) => Math.min(least, ets), times[0] ?? newest.at);
  const endtime = times.reduce((most, ets) => Math.max(most, ets), starttime);
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
