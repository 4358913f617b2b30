import { eventJson, type TelemetryRecord } from '#core/journey/record';
import { isJsonObject, type JsonObject, stringAt, valueAt } from '#core/json/json';
import { findPauses } from '#core/user-sessions/session-outline';
import { DEFAULT_SESSION_SETTINGS } from '#core/user-sessions/session-settings';

/**
 * Summarizes the session of the page's newest event in the format of a SUMMARY.
 * Returns `null` if no event of a page was observed. Manually fired events do not count.
 */
export function summarizeSession(records: readonly TelemetryRecord[]): JsonObject | null {
  const newest = records.findLast(isOfPage);
  if (!newest) return null;
  const sid = sidOf(newest);
  const isOfSession = (record: TelemetryRecord) =>
    sid === null ? record.documentKey === newest.documentKey : sidOf(record) === sid;
  const sessionRecords = records.filter((record) => isOfPage(record) && isOfSession(record));
  const events = sessionRecords.map((record) => eventJson(record)).filter(isJsonObject);
  const times = events.flatMap(({ ets }) => (typeof ets === 'number' && Number.isSafeInteger(ets) ? [ets] : []));
  const counts = new Map<string, number>();
  for (const event of events) {
    const eid = stringAt(event, ['eid']) ?? '';
    if (eid !== '') counts.set(eid, (counts.get(eid) ?? 0) + 1);
  }
  times.sort((one, other) => one - other);
  const starttime = times[0] ?? newest.at;
  return {
    starttime,
    endtime: times.at(-1) ?? starttime,
    timespent: computeActiveMs(times) / 1000,
    pageviews: counts.get('IMPRESSION') ?? 0,
    interactions: counts.get('INTERACT') ?? 0,
    eventssummary: [...counts].map(([id, count]) => ({ id, count })),
  };
}

/** Returns the time between the events, without idle time. `times` is sorted. */
function computeActiveMs(times: readonly number[]): number {
  const pauses = findPauses(
    times.map((ets) => ({ ets, type: null })),
    DEFAULT_SESSION_SETTINGS,
  );
  const pausedMs = pauses.reduce((sum, { from, to }) => sum + to - from, 0);
  return (times.at(-1) ?? 0) - (times[0] ?? 0) - pausedMs;
}

function isOfPage({ event, firedBy }: TelemetryRecord): boolean {
  return event !== null && firedBy.type === 'page';
}

function sidOf(record: TelemetryRecord): string | null {
  const sid = valueAt(eventJson(record), ['context', 'sid']);
  return typeof sid === 'string' && sid !== '' ? sid : null;
}
