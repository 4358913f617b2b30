import { i18n } from '#i18n';
import type { SeenBatch } from '../journey/journal';
import type { RequestEnd } from '../journey/record';
import { isJsonObject, type Json, parseJson } from '../json';
import { z } from '../zod';
import { measureBody } from './body';

/** The parts of a HAR 1.2 entry that are read; DevTools gives one per finished request. */
const harEntrySchema = z.object({
  startedDateTime: z.string(),
  time: z.number().nullish(),
  request: z.object({
    method: z.string(),
    url: z.string(),
    postData: z.object({ text: z.string().nullish() }).nullish(),
  }),
  response: z.object({ status: z.number() }).nullish(),
});

/** The events of a request body that is a telemetry batch, or null. Handed in from lib/telemetry. */
export type EventsOfBody = (json: Json) => readonly Json[] | null;

/** Answers kept per request; the rest of a long answer says nothing more. */
export const MAX_ANSWER_LENGTH = 65_536;

/**
 * Reads a finished request as DevTools shows it (HAR 1.2). Null for the great majority that carry no telemetry:
 * telemetry is told by its body, never by its address.
 */
export function readCarrier(entry: unknown, id: string, eventsOfBody: EventsOfBody): SeenBatch | null {
  const parsed = harEntrySchema.safeParse(entry);
  if (!parsed.success) return null;
  const { request, response, startedDateTime, time } = parsed.data;
  const body = request.postData?.text;
  const batch = body ? readBody(body, eventsOfBody) : null;
  if (batch === null) return null;
  const { url, method } = request;
  const end = endOf(response?.status ?? 0, time ?? 0);
  return { id, via: 'unseen', url, method, at: Date.parse(startedDateTime) || 0, end, ...batch };
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

/** DevTools shows 0 for a request that got no answer: refused, blocked, cancelled, or the page went away. */
function endOf(status: number, durationMs: number): RequestEnd {
  return status > 0
    ? { status: 'answered', http: status, durationMs }
    : { status: 'failed', message: i18n.t('capture.devToolsSawNoAnswer'), durationMs };
}

/** Spares the parsing of every other body that a page sends. */
function mayBeBatch(body: string): boolean {
  return body.includes('"events"') && body.includes('"eid"');
}
