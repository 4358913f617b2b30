import { isJsonArray, isJsonObject, type Json, parseJson } from '../json';
import { z } from '../zod';
import { RAW } from './raw-body';

const at = z.number();
/** The text has been through JSON.parse, so what is left to check is only that the value is there. */
const json = z.custom<Json>((value) => value !== undefined);
const cuts = z.array(
  z.object({
    path: z.array(z.union([z.string(), z.number()])),
    reason: z.enum([
      'undefined',
      'function',
      'symbol',
      'bigint',
      'not-a-number',
      'getter',
      'cycle',
      'too-deep',
      'too-long',
      'too-many',
      'not-plain',
      'unreadable',
    ]),
  }),
);

const sightingSchema = z.discriminatedUnion('type', [
  /** An SDK was found, or is now known by a better name; `sdk` numbers the SDKs of a document from 0. */
  z.object({
    type: z.literal('sdk'),
    at,
    sdk: z.int(),
    global: z.string(),
    generation: z.enum(['1.x', '2.x', 'unknown']),
  }),
  /** The page (or, with `firedBy`, the panel) calls an SDK method. */
  z.object({
    type: z.literal('called'),
    at,
    callId: z.string(),
    method: z.string(),
    sdk: z.int(),
    firedBy: z.string().nullable(),
    batchSize: z.number().nullable(),
    hasDid: z.boolean().nullable(),
    args: z.custom<readonly Json[]>(isJsonArray),
    cuts,
  }),
  /** The call came back; not `settled`: with a promise, which is told of again when it is. */
  z.object({ type: z.literal('returned'), at, callId: z.string(), settled: z.boolean() }),
  z.object({ type: z.literal('threw'), at, callId: z.string(), message: z.string() }),
  /** The SDK wrote to the console during the call. */
  z.object({ type: z.literal('said'), at, callId: z.string(), level: z.string(), message: z.string() }),
  /** The SDK raised its event; `callId` where that happened inside a call. */
  z.object({ type: z.literal('emitted'), at, callId: z.string().nullable(), event: json, cuts }),
  /** The page sends a request with telemetry in it. */
  z.object({
    type: z.literal('sending'),
    at,
    requestId: z.string(),
    via: z.enum(['fetch', 'xhr', 'xhr-sync', 'beacon']),
    method: z.string(),
    /** Absolute, where it is an address at all. */
    url: z.string(),
    encoding: z.enum(['text', 'gzip']),
    body: z.string(),
  }),
  z.object({
    type: z.literal('ended'),
    at,
    requestId: z.string(),
    end: z.enum(['answered', 'failed', 'handed-over']),
    status: z.number().optional(),
    message: z.string().optional(),
  }),
  /** The page goes away: for good, or `kept` in the back/forward cache with all that its SDK has queued. */
  z.object({ type: z.literal('left'), at, kept: z.boolean() }),
  /** The page's Content Security Policy forbade an eval, which the SDKs cannot do without. */
  z.object({ type: z.literal('eval-blocked'), at }),
  /** The panel asked to fire, and the document has no SDK. */
  z.object({ type: z.literal('not-fired'), at, requestId: z.string() }),
]);

/** One thing that the hook saw in a page. */
export type Sighting = z.infer<typeof sightingSchema>;

/** What belongs to one call comes as a list. */
const reportSchema = z.array(sightingSchema);

/** Levels of a report. The hook copies 64; a page that forges more would have whoever compares it run out of stack. */
const DEEPEST = 80;

/**
 * Reads what the hook reported: one sighting, or a list; null where it is none. The page is not trusted: it may forge
 * texts, and at worst shows false rows of its own.
 */
export function readReport(text: string): readonly Sighting[] | null {
  const parts = text.split(RAW);
  const value = parseJson(parts.map((part, index) => (isRaw(index) ? index : part)).join(''));
  if (isDeeper(value, DEEPEST)) return null;
  const sightings = isJsonArray(value) ? value : [value];
  return reportSchema.safeParse(sightings.map((sighting) => completed(sighting, parts))).data ?? null;
}

/** Every other part is the body of a request. */
const isRaw = (part: number) => part % 2 === 1;

/** Puts the body of a request in the place of its number, and makes an absolute address of what the page wrote. */
function completed(sighting: Json | undefined, parts: readonly string[]): unknown {
  if (!isJsonObject(sighting) || sighting.type !== 'sending') return sighting;
  const { body, url, base } = sighting;
  return {
    ...sighting,
    body: typeof body === 'number' && isRaw(body) ? parts[body] : body,
    url: typeof url === 'string' && typeof base === 'string' ? absolute(url, base) : url,
  };
}

function absolute(url: string, base: string): string {
  return URL.canParse(url, base) ? new URL(url, base).href : url;
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((part) => isDeeper(part, levels - 1));
}
