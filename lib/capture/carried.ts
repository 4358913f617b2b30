import type { SeenRequest } from '../journey/journal';
import type { Json } from '../json';
import { z } from '../zod';

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
export function readCarrier(entry: unknown, id: string, eventsOfBody: EventsOfBody): SeenRequest | null {
  const parsed = harEntrySchema.safeParse(entry);
  if (!parsed.success) return null;
  const { request, response, startedDateTime, time } = parsed.data;
  const body = request.postData?.text;
  if (!body || !mayBeBatch(body)) return null;
  const json = parseJson(body);
  const events = json === undefined ? null : eventsOfBody(json);
  if (events === null) return null;
  return {
    id,
    url: request.url,
    method: request.method,
    at: Date.parse(startedDateTime) || 0,
    durationMs: time ?? 0,
    status: response?.status ?? 0,
    answer: null,
    bodyBytes: new TextEncoder().encode(body).length,
    events,
  };
}

/** Spares the parsing of every other body that a page sends. */
function mayBeBatch(body: string): boolean {
  return body.includes('"events"') && body.includes('"eid"');
}

function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
