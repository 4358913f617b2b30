import { createRequestMatcher } from '#core/journey/request-matcher';
import type { Json } from '#core/json/json';
import { tooManyValuesMessage } from '#core/json/json-values';
import { checkBatch } from '#core/telemetry/body/batch';
import { isTelemetryTooLarge, telemetryOfText } from '#core/telemetry/body/telemetry-body';
import { type MessageText, message } from '#core/util/message';
import { harEntries } from '../har-entries';
import { readHarRequest } from '../har-request';
import { hasEid, type InputContents, joinContents, requestWarning, toShallowItem } from '../input-contents';

/** Returns the contents of a HAR file (HTTP Archive 1.2), or `null` if the JSON isn't a HAR file. */
export function findHarContents(json: Json): InputContents | null {
  const entries = hasEid(json) ? null : harEntries(json);
  return entries && contentsOfEntries(entries);
}

const NO_CONTENTS: InputContents = { items: [], warnings: [] };

/** Returns the items of all entries. A HAR file has all requests of a page, most without telemetry. */
function contentsOfEntries(entries: readonly Json[]): InputContents {
  const contentsOfEntry = createHarReader();
  const contents = joinContents(entries.map(contentsOfEntry));
  return contents.items.length > 0 || contents.warnings.length > 0
    ? contents
    : { items: [], warnings: [noTelemetryWarning(entries.length)] };
}

/** Returns the warning about a HAR file without telemetry. */
export function noTelemetryWarning(entries: number): MessageText {
  return message('import.fault.noTelemetry', entries, { n: entries });
}

/**
 * Creates a reader for the entries of one HAR file, in their order.
 * The reader returns the contents of an entry, without items if the entry continues an earlier request.
 */
export function createHarReader(): (entry: Json) => InputContents {
  const isContinued = createContinuationCheck();
  let index = 0;
  return (entry) => {
    index += 1;
    const request = readHarRequest(entry);
    if (request === null || request.body === null) return NO_CONTENTS;
    const origin = { entry: index, url: request.url };
    if (isTelemetryTooLarge(request.body))
      return { items: [], warnings: [requestWarning(origin, tooManyValuesMessage())] };
    const body = telemetryOfText(request.body);
    if (body === null || isContinued(request, index)) return NO_CONTENTS;
    const warnings = checkBatch(body).map((finding) => requestWarning(origin, { finding }));
    const recorded = request.at > 0 ? { recordedAt: request.at } : {};
    return { items: body.events.map((event) => ({ ...toShallowItem(event, origin), ...recorded })), warnings };
  };
}

/**
 * Detects entries that continue another request.
 * They follow a redirect, or a service worker sent them for its page.
 */
function createContinuationCheck(): (
  request: NonNullable<ReturnType<typeof readHarRequest>>,
  index: number,
) => boolean {
  const requests = createRequestMatcher();
  return (request, index) => {
    const observation = {
      ...request,
      id: `${index}`,
      transport: 'unknown',
      bodyBytes: 0,
      bodyKey: request.body ?? '',
    } as const;
    return requests.addFromDevtools(observation).type === 'known';
  };
}
