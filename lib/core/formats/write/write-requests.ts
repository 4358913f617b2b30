import type { ObservedRequest, TelemetryRecord } from '#core/journey/record';
import type { Json } from '#core/json/json';
import { putEvents, SDK_SHAPE } from '#core/wire/body-shape';
import { countStored, type LongValueSource, withLongValues } from './long-value-source';
import type { RequestSource, SentRequest } from './sent-request';
import { createSyntheticRequest, needsSyntheticRequest, SYNTHETIC_BATCH_SIZE } from './synthetic-requests';

/**
 * Limit of the copies of events in a restored export.
 * A record has the number of copies in its request. A page that sends an event twice needs a few copies. A file of 80
 * kB can claim 30 million.
 */
const MAX_COPIES = 100_000;

/** Number of records between two yields. */
const BATCH_SIZE = 500;

/**
 * Collects the requests of the selected records, oldest first, with all known events of each.
 * Appends a synthetic request for each event of a file that has no request. Yields every {@link BATCH_SIZE} records.
 */
export function* collectRequests(
  selected: readonly TelemetryRecord[],
  all: readonly TelemetryRecord[],
): Generator<'', readonly SentRequest[]> {
  const selectedIds = new Set<string>();
  const parts = new Map<string, RequestSource[]>();
  for (const [index, { requests }] of selected.entries()) {
    for (const { id } of requests) selectedIds.add(id);
    if (index % BATCH_SIZE === 0) yield '';
  }
  for (const [index, record] of all.entries()) {
    for (const request of record.requests) {
      if (!selectedIds.has(request.id)) continue;
      const part = { request, record };
      const partsOfRequest = parts.get(request.id);
      if (partsOfRequest) partsOfRequest.push(part);
      else parts.set(request.id, [part]);
    }
    if (index % BATCH_SIZE === 0) yield '';
  }
  const sent: SentRequest[] = [];
  let remainingCopies = MAX_COPIES;
  for (const partsOfRequest of parts.values()) {
    const request = joinParts(partsOfRequest, remainingCopies);
    if (request === null) continue;
    sent.push(request);
    remainingCopies -= Math.max(0, request.knownEvents - partsOfRequest.length);
  }
  sent.sort((one, other) => one.request.at - other.request.at);
  const unsent = selected.filter(needsSyntheticRequest);
  for (let from = 0; from < unsent.length; from += SYNTHETIC_BATCH_SIZE) {
    sent.push(createSyntheticRequest(unsent.slice(from, from + SYNTHETIC_BATCH_SIZE), from / SYNTHETIC_BATCH_SIZE + 1));
    yield '';
  }
  return sent;
}

/** Collects requests like {@link collectRequests}, without yielding. */
export function collectRequestsAtOnce(
  selected: readonly TelemetryRecord[],
  all: readonly TelemetryRecord[],
): readonly SentRequest[] {
  const steps = collectRequests(selected, all);
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}

/**
 * Returns an upper bound of `count` in `FilePieces`, for an export of requests.
 * Each yield of {@link collectRequests} is an empty piece, and each request is a piece.
 * A synthetic request counts twice, because the generator yields after its creation.
 */
export function countPieces(selected: readonly TelemetryRecord[], all: readonly TelemetryRecord[]): number {
  const ids = new Set<string>();
  for (const { requests } of selected) for (const { id } of requests) ids.add(id);
  const syntheticRequests = Math.ceil(selected.filter(needsSyntheticRequest).length / SYNTHETIC_BATCH_SIZE);
  return (
    ids.size + 2 * syntheticRequests + Math.ceil(selected.length / BATCH_SIZE) + Math.ceil(all.length / BATCH_SIZE)
  );
}

/** Restores the long values of a request's events. Call for one request at a time, to limit memory. */
export function* restoreRequestValues(
  sent: SentRequest,
  source: LongValueSource | undefined,
): Generator<'', SentRequest> {
  if (source === undefined || countStored(sent.sources.map(({ record }) => record)) === 0) return sent;
  const sources: RequestSource[] = [];
  const restoredByRow = new Map<number, TelemetryRecord>();
  for (const { request, record } of sent.sources) {
    const restored = restoredByRow.get(record.row) ?? (yield* withLongValues(record, source));
    restoredByRow.set(record.row, restored);
    sources.push({ record: restored, request: restored.requests.find(({ id }) => id === request.id) ?? request });
  }
  const request = sources[0]?.request ?? sent.request;
  return { ...sent, request, sources, values: valuesOf(request, sources) };
}

/** Joins the parts of one request, with its repeated events. */
function joinParts(parts: readonly RequestSource[], maxCopies: number): SentRequest | null {
  const [first] = parts;
  if (!first) return null;
  const { request } = first;
  const partsByIndex = new Map<number, RequestSource>();
  for (const part of parts) partsByIndex.set(part.request.indexInBatch, part);
  const maxCount = partsByIndex.size + maxCopies;
  let index = 0;
  for (const part of parts) {
    for (let copy = 1; copy < part.request.copies && partsByIndex.size < maxCount; copy += 1) {
      while (partsByIndex.has(index)) index += 1;
      if (index >= request.batchSize) break;
      partsByIndex.set(index, part);
    }
  }
  const sources = [...partsByIndex].sort(([one], [other]) => one - other).map(([, part]) => part);
  return { request, sources, values: valuesOf(request, sources), knownEvents: sources.length };
}

function valuesOf({ bodyShape, bodyFields }: ObservedRequest, sources: readonly RequestSource[]): readonly Json[] {
  const events = sources.map(({ request, record }) => request.carriedEvent ?? record.event?.json ?? null);
  const shape = bodyShape ?? SDK_SHAPE;
  const groups = shape.content === 'list' ? [events] : events.map((event) => [event]);
  return groups.map((group) => putEvents(bodyFields, shape, group));
}
