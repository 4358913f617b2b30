import type { SeenBatch } from '#core/journey/correlator/observations';
import type { EventCorrelator } from '#core/journey/event-correlator';
import type { NavigationMark, TelemetryRecord } from '#core/journey/record';
import { isJsonArray, type Json, valueAt } from '#core/json/json';
import { tooManyValuesMessage } from '#core/json/json-values';
import { isTelemetryTooLarge } from '#core/telemetry/body/telemetry-body';
import { MAX_EPOCH_MS } from '#core/util/epoch';
import { createLatestIndex } from '#core/util/latest-index';
import type { Message } from '#core/util/message';
import { fail, type Result, succeed } from '#core/util/result';
import * as z from '#core/util/zod';
import { parseBatchRequest, truncateResponse } from '../batch-request';
import { requestSchema } from '../capture/record-schema';
import { bodyText, textOf } from '../har-entries';
import { readInputItem } from './read-items';

/**
 * Takes an entry of a HAR file (1.2) as if DevTools had just reported it: into the same rows as live.
 * Returns the changed records; none for the great majority that carry no telemetry. Fails if there is too much in one.
 */
export function readHarEntry(
  entry: Json,
  id: string,
  journal: EventCorrelator,
): Result<readonly TelemetryRecord[], Message> {
  const carrier = parseBatchRequest(entry, id);
  if (carrier === null) {
    const body = valueAt(entry, ['request', 'postData']);
    const isTooLarge = body !== undefined && isTelemetryTooLarge(bodyText(body) ?? '');
    return isTooLarge ? fail(tooManyValuesMessage()) : succeed([]);
  }
  if (valueAt(entry, ['_telemetryV3', 'madeUp']) === true) return takeEvents(carrier.events, journal, carrier.at);
  const at = carrier.at || timeOfEvents(carrier.events);
  const seen: SeenBatch = { ...carrier, at, ...ownFacts(entry) };
  const changed = journal.finished(seen);
  const content = textOf(valueAt(entry, ['response', 'content']));
  if (content === null) return succeed(changed);
  return succeed([...changed, ...journal.responded(seen.id, truncateResponse(content))]);
}

/** Events of a file that we made a request up for: they are those of a file again. */
function takeEvents(
  events: readonly Json[],
  journal: EventCorrelator,
  at: number,
): Result<readonly TelemetryRecord[], Message> {
  const taken = events.map((event) => readInputItem(event, journal, at));
  return succeed(taken.flatMap((result) => (result.ok ? result.value : [])));
}

const ownFactsSchema = z.pick(requestSchema, { id: true, at: true, transport: true, end: true });

/** What our own HAR files know beyond the format. */
function ownFacts(entry: Json): Partial<z.infer<typeof ownFactsSchema>> {
  const parsed = ownFactsSchema.safeParse(valueAt(entry, ['_telemetryV3']));
  return parsed.success ? parsed.data : {};
}

/** Where an entry has no date: the first event's, if that can be one. */
function timeOfEvents(events: readonly Json[]): number {
  const ets = valueAt(events[0], ['ets']);
  return typeof ets === 'number' && ets > 0 && ets <= MAX_EPOCH_MS ? ets : 0;
}

const pageSchema = z.object({ startedDateTime: z.string(), title: z.string() });

/** The page loads that a HAR file names, each after the last of the rows before it. */
export function marksOfPages(
  har: Json,
  records: readonly Pick<TelemetryRecord, 'row' | 'at'>[],
): readonly NavigationMark[] {
  const pages = valueAt(har, ['log', 'pages']);
  if (!isJsonArray(pages)) return [];
  const latestBefore = createLatestIndex(records.map((record) => record.at));
  return pages.flatMap((page) => {
    const parsed = pageSchema.safeParse(page);
    const at = parsed.success ? Date.parse(parsed.data.startedDateTime) : Number.NaN;
    if (!parsed.success || Number.isNaN(at)) return [];
    return [{ at, url: parsed.data.title, afterRow: records[latestBefore(at, 'before')]?.row ?? 0 }];
  });
}
