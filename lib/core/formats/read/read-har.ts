import type { EventCorrelator, SeenBatch } from '#core/journey/event-correlator';
import type { NavigationMark, TelemetryRecord } from '#core/journey/record';
import { isJsonArray, isJsonObject, type Json, valueAt } from '#core/json/json';
import { tooManyValuesMessage } from '#core/json/json-values';
import { isTelemetryTooLarge } from '#core/telemetry/telemetry-body';
import type { Message } from '#core/util/message';
import { fail, type Result, succeed } from '#core/util/result';
import * as z from '#core/util/zod';
import { MAX_RESPONSE_CHARS, parseBatchRequest } from '../batch-request';
import { textOf } from '../har-entries';
import { requestSchema } from '../session/record-schema';

/**
 * Takes an entry of a HAR file (1.2) as if DevTools had just reported it: into the same rows as live.
 * Returns the changed records; none for the great majority that carry no telemetry. Fails if there is too much in one.
 */
export function readHarEntry(
  entry: Json,
  id: string,
  journal: EventCorrelator,
): Result<readonly TelemetryRecord[], Message> {
  const plain = withPlainBody(entry);
  const body = valueAt(plain, ['request', 'postData', 'text']);
  const carrier = parseBatchRequest(plain, id);
  if (carrier === null) {
    return typeof body === 'string' && isTelemetryTooLarge(body) ? fail(tooManyValuesMessage()) : succeed([]);
  }
  const seen: SeenBatch = { ...carrier, ...ownFacts(entry) };
  const changed = journal.finished(seen);
  const content = textOf(valueAt(entry, ['response', 'content']));
  if (content === null) return succeed(changed);
  return succeed([...changed, ...journal.responded(seen.id, content.slice(0, MAX_RESPONSE_CHARS))]);
}

const ownFactsSchema = z.pick(requestSchema, { id: true, at: true, via: true, end: true });

/** What our own HAR files know beyond the format. */
function ownFacts(entry: Json): Partial<z.infer<typeof ownFactsSchema>> {
  const parsed = ownFactsSchema.safeParse(valueAt(entry, ['_telemetryV3']));
  return parsed.success ? parsed.data : {};
}

function withPlainBody(entry: Json): Json {
  const request = valueAt(entry, ['request']);
  const postData = valueAt(request, ['postData']);
  if (!isJsonObject(entry) || !isJsonObject(request) || !isJsonObject(postData)) return entry;
  if (valueAt(postData, ['encoding']) !== 'base64') return entry;
  return { ...entry, request: { ...request, postData: { ...postData, text: textOf(postData) } } };
}

const pageSchema = z.object({ startedDateTime: z.string(), title: z.string() });

/** The page loads that a HAR file names, each after the last of the rows before it. */
export function marksOfPages(har: Json, records: readonly TelemetryRecord[]): readonly NavigationMark[] {
  const pages = valueAt(har, ['log', 'pages']);
  if (!isJsonArray(pages)) return [];
  return pages.flatMap((page) => {
    const parsed = pageSchema.safeParse(page);
    const at = parsed.success ? Date.parse(parsed.data.startedDateTime) : Number.NaN;
    if (!parsed.success || Number.isNaN(at)) return [];
    return [{ at, url: parsed.data.title, afterRow: records.findLast((record) => record.at < at)?.row ?? 0 }];
  });
}
