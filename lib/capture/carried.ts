import { i18n } from '#i18n';
import type { SeenBatch } from '../journey/journal';
import type { RequestEnd } from '../journey/record';
import { isJsonObject, type Json, parseJson } from '../json';
import { measureBody } from './body';
import { readHarRequest } from './har-request';

/** The events of a request body that is a telemetry batch, or null. Handed in from lib/telemetry. */
export type EventsOfBody = (json: Json) => readonly Json[] | null;

/** Answers kept per request; the rest of a long answer says nothing more. */
export const MAX_ANSWER_LENGTH = 65_536;

/**
 * Reads a finished request as DevTools shows it (HAR 1.2). Null for the great majority that carry no telemetry:
 * telemetry is told by its body, never by its address.
 */
export function readCarrier(entry: unknown, id: string, eventsOfBody: EventsOfBody): SeenBatch | null {
  const request = readHarRequest(entry);
  const batch = request?.body ? readBody(request.body, eventsOfBody) : null;
  if (request === null || batch === null) return null;
  const { body: _, end, ...seen } = request;
  return { id, via: 'unseen', ...seen, end: withMessage(end), ...batch };
}

/** The events of a body with its size and key; null where it carries no telemetry. */
export function readBody(
  body: string,
  eventsOfBody: EventsOfBody,
): Pick<SeenBatch, 'events' | 'wrapper' | 'bodyBytes' | 'bodyKey'> | null {
  if (!mayBeBatch(body)) return null;
  const json = parseJson(body);
  const events = json === undefined ? null : eventsOfBody(json);
  if (json === undefined || events === null) return null;
  return { events, ...wrapperOf(json), ...measureBody(body) };
}

/** The SDKs write four short fields around their events. What is much longer is kept with every event, and is not kept. */
const LONGEST_WRAPPER = 2_000;

function wrapperOf(json: Json): Pick<SeenBatch, 'wrapper'> {
  if (!isJsonObject(json)) return {};
  const wrapper = { ...json, events: [] };
  return JSON.stringify(wrapper).length <= LONGEST_WRAPPER ? { wrapper } : {};
}

function withMessage(end: RequestEnd): RequestEnd {
  return end.status === 'failed' && end.message === ''
    ? { ...end, message: i18n.t('capture.devToolsSawNoAnswer') }
    : end;
}

/** Spares the parsing of every other body that a page sends. */
function mayBeBatch(body: string): boolean {
  return body.includes('"events"') && body.includes('"eid"');
}
