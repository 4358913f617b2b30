import { createRequestMatcher } from '#core/journey/request-matcher';
import type { Json } from '#core/json/json';
import { tooManyValuesMessage } from '#core/json/json-values';
import { checkBatch } from '#core/telemetry/body/batch';
import { isTelemetryTooLarge, telemetryOfText } from '#core/telemetry/body/telemetry-body';
import { type MessageText, message } from '#core/util/message';
import { harEntries } from '../har-entries';
import { readHarRequest } from '../har-request';
import { hasEid, type InputContents, joinContents, requestRemark, shallowItem } from '../input-contents';

/** Returns the contents of a HAR file (HTTP Archive 1.2), or `null` if the JSON is none. */
export function findHarContents(json: Json): InputContents | null {
  const entries = hasEid(json) ? null : harEntries(json);
  return entries && contentsOfEntries(entries);
}

const NOTHING: InputContents = { items: [], remarks: [] };

/** Requests without telemetry are no items: a HAR file has all requests of a page. */
function contentsOfEntries(entries: readonly Json[]): InputContents {
  const contentsOfEntry = createHarReader();
  const found = joinContents(entries.map(contentsOfEntry));
  return found.items.length > 0 || found.remarks.length > 0
    ? found
    : { items: [], remarks: [noTelemetryRemark(entries.length)] };
}

/** Returns what is said of a HAR file without telemetry. */
export function noTelemetryRemark(entries: number): MessageText {
  return message('import.fault.noTelemetry', entries, { n: entries });
}

/**
 * Creates a reader for the entries of one HAR file, in their order.
 * It returns the contents of an entry; nothing if it repeats another one.
 */
export function createHarReader(): (entry: Json) => InputContents {
  const isContinued = createContinuationCheck();
  let index = 0;
  return (entry) => {
    index += 1;
    const request = readHarRequest(entry);
    if (request === null || request.body === null) return NOTHING;
    const origin = { entry: index, url: request.url };
    if (isTelemetryTooLarge(request.body))
      return { items: [], remarks: [requestRemark(origin, tooManyValuesMessage())] };
    const body = telemetryOfText(request.body);
    if (body === null || isContinued(request, index)) return NOTHING;
    const remarks = checkBatch(body).map((finding) => requestRemark(origin, { finding }));
    const recorded = request.at > 0 ? { recordedAt: request.at } : {};
    return { items: body.events.map((event) => ({ ...shallowItem(event, origin), ...recorded })), remarks };
  };
}

/** Tells the next request of a redirect, and the request of a service worker for its page, from a request of its own. */
function createContinuationCheck(): (
  request: NonNullable<ReturnType<typeof readHarRequest>>,
  index: number,
) => boolean {
  const requests = createRequestMatcher();
  return (request, index) => {
    const seen = {
      ...request,
      id: `${index}`,
      transport: 'unknown',
      bodyBytes: 0,
      bodyKey: request.body ?? '',
    } as const;
    return requests.addFromDevtools(seen).type === 'known';
  };
}
