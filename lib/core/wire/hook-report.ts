import { GENERATIONS, PAGE_TRANSPORTS, TRUNCATION_REASONS, type Truncation } from '#core/journey/record';
import { isJsonArray, isJsonObject, type Json, type JsonObject, parseJson } from '#core/json/json';
import { MAX_JSON_DEPTH, replaceDeepParts } from '#core/json/json-depth';
import { MAX_EPOCH_MS } from '#core/util/epoch';
import * as z from '#core/util/zod';
import type { HookObservation, HookReport } from './page-messages';
import {
  MAX_PAGE_URL_CHARS,
  MAX_REPORT_LENGTH,
  MAX_REPORT_OBSERVATIONS,
  MAX_TRUNCATIONS,
  REPORT_DELIMITER,
} from './report-limits';
import { readStackFrames } from './stack-frames';
import { userActionSchema } from './user-action';

/** The names of known SDKs have at most 19 characters. */
const MAX_GLOBAL_LENGTH = 200;

/** Enough for the names of a few compressions. */
const MAX_ENCODING_LENGTH = 200;

const at = z.number().check(z.minimum(-MAX_EPOCH_MS), z.maximum(MAX_EPOCH_MS));
/** Checks only that the value is present: it comes from `JSON.parse`, so it is valid JSON. */
const json = z.custom<Json>((value) => value !== undefined);
const truncations = z
  .array(
    z.object({
      path: z.array(z.union([z.string(), z.number()])).check(z.maxLength(MAX_JSON_DEPTH)),
      reason: z.enum(TRUNCATION_REASONS),
    }),
  )
  .check(z.maxLength(MAX_TRUNCATIONS));
const pageUrl = z.exactOptional(z.string().check(z.maxLength(MAX_PAGE_URL_CHARS)));

const observationSchema: z.ZodMiniType<HookObservation> = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('sdk'),
    at,
    sdk: z.int(),
    global: z.string().check(z.maxLength(MAX_GLOBAL_LENGTH)),
    generation: z.enum(GENERATIONS),
  }),
  z.object({
    type: z.literal('called'),
    at,
    callId: z.string(),
    method: z.string(),
    sdk: z.int(),
    firedBy: z.nullable(z.string()),
    batchSize: z.nullable(z.number()),
    hasDid: z.nullable(z.boolean()),
    hasDispatcher: z.exactOptional(z.nullable(z.boolean())),
    args: z.custom<readonly Json[]>(isJsonArray),
    truncations,
    origin: z.exactOptional(
      z.object({
        stack: z.exactOptional(z.pipe(z.string(), z.transform(readStackFrames))),
        action: z.exactOptional(userActionSchema),
      }),
    ),
    pageUrl,
  }),
  z.object({ type: z.literal('returned'), at, callId: z.string(), settled: z.boolean() }),
  z.object({ type: z.literal('threw'), at, callId: z.string(), message: z.string() }),
  z.object({ type: z.literal('logged'), at, callId: z.string(), level: z.string(), message: z.string() }),
  z.object({
    type: z.literal('emitted'),
    at,
    callId: z.nullable(z.string()),
    event: json,
    truncations,
    dispatch: z.exactOptional(
      z.object({ task: z.int(), name: z.string().check(z.maxLength(MAX_GLOBAL_LENGTH)), target: z.int() }),
    ),
    pageUrl,
  }),
  z.object({
    type: z.literal('sending'),
    at,
    requestId: z.string(),
    transport: z.enum(PAGE_TRANSPORTS),
    method: z.string(),
    url: z.string(),
    encoding: z.enum(['text', 'base64']),
    contentEncoding: z.optional(z.nullable(z.string().check(z.maxLength(MAX_ENCODING_LENGTH)))),
    body: z.string(),
    pageUrl,
  }),
  z.object({
    type: z.literal('ended'),
    at,
    requestId: z.string(),
    end: z.enum(['responded', 'failed', 'queued']),
    status: z.optional(z.number()),
    message: z.optional(z.string()),
  }),
  z.object({ type: z.literal('unread'), at, requestId: z.string(), by: z.enum(['page', 'worker']) }),
  z.object({ type: z.literal('read'), at, requestId: z.string() }),
  z.object({ type: z.literal('unread-request'), at, method: z.string(), url: z.string(), isStopped: z.boolean() }),
  z.object({ type: z.literal('pagehide'), at, persisted: z.boolean() }),
  z.object({ type: z.enum(['eval-blocked', 'unloaded']), at }),
  z.object({ type: z.literal('not-fired'), at, requestId: z.string() }),
]);

/** A parsed report. */
export interface Report {
  readonly observations: readonly HookObservation[];
  /** Number of the parts that are invalid, or beyond the limit of observations. */
  readonly unread: number;
}

/**
 * Returns the events of a report by the ID of the call that emitted them.
 * A call is processed before its event, and its event decides whether it is the source of an echo.
 */
export function eventsOfCalls({ observations }: Report): ReadonlyMap<string, Json> {
  const events = new Map<string, Json>();
  for (const observation of observations) {
    if (observation.type !== 'emitted' || observation.callId === null || events.has(observation.callId)) continue;
    events.set(observation.callId, observation.event);
  }
  return events;
}

/**
 * Reads a report of the hook: one observation, or a list of the observations of one call.
 * The page is not trusted: it may forge reports, which at worst add false rows. Invalid parts do not affect the others.
 */
export function readReport(text: string): Report {
  return readWholeReport(text) ?? readItemByItem(text);
}

/** Reads a whole report. Returns `null` if the hook could not have written it. */
function readWholeReport(text: string): Report | null {
  if (text.length > MAX_REPORT_LENGTH) return null;
  const parts = text.split(REPORT_DELIMITER, 2 * MAX_REPORT_OBSERVATIONS + 2);
  const value = parts.length > 2 * MAX_REPORT_OBSERVATIONS + 1 ? undefined : parseJson(jsonOutsideBodies(parts));
  if (value === undefined) return null;
  const items = isJsonArray(value) ? value : [value];
  if (items.length > MAX_REPORT_OBSERVATIONS) return null;
  const observations = items.flatMap((item) => readObservation(item, parts) ?? []);
  return { observations, unread: items.length - observations.length };
}

function readItemByItem(text: string): Report {
  const observations: HookObservation[] = [];
  let unread = 0;
  let read = 0;
  for (const item of splitReport(text, MAX_REPORT_LENGTH)) {
    const observation = read < MAX_REPORT_OBSERVATIONS && item !== null ? readItem(item) : null;
    read += 1;
    if (observation === null) unread += 1;
    else observations.push(observation);
  }
  return { observations, unread };
}

function readItem(text: string): HookObservation | null {
  const parts = text.split(REPORT_DELIMITER, 4);
  return parts.length > 3 ? null : readObservation(parseJson(jsonOutsideBodies(parts)), parts);
}

/** Returns the JSON text of a report, in which each body is replaced by its number. */
function jsonOutsideBodies(parts: readonly string[]): string {
  return parts.map((part, index) => (isRawBody(index) ? index : part)).join('');
}

function readObservation(item: Json | undefined, parts: readonly string[]): HookObservation | null {
  if (!isJsonObject(item)) return null;
  return observationSchema.safeParse(withoutDeepParts(withRequestParts(item, parts))).data ?? null;
}

/** Whether a part is the raw body of a request: every second part is. */
const isRawBody = (index: number) => index % 2 === 1;

type WrittenRequest = { readonly [Name in keyof Extract<HookReport, { type: 'sending' }>]?: Json };

/** Methods that browsers send in upper case, however a page writes them (Fetch, "normalize"). */
const NORMALIZED_METHODS: ReadonlySet<string> = new Set(['DELETE', 'GET', 'HEAD', 'OPTIONS', 'POST', 'PUT']);

function normalizeMethod(method: string): string {
  const upper = method.toUpperCase();
  return NORMALIZED_METHODS.has(upper) ? upper : method;
}

/**
 * Inserts the body of a request instead of its number, and resolves the URL.
 * Normalizes the method, because DevTools reports the same request with the method that was sent.
 */
function withRequestParts(observation: JsonObject, parts: readonly string[]): JsonObject {
  if (observation.type !== 'sending') return observation;
  const { body, url, base, method }: WrittenRequest = observation;
  return {
    ...observation,
    method: typeof method === 'string' ? normalizeMethod(method) : (method ?? null),
    body: typeof body === 'number' && isRawBody(body) ? (parts[body] ?? null) : (body ?? null),
    url: typeof url === 'string' && typeof base === 'string' ? toAbsoluteUrl(url, base) : (url ?? null),
  };
}

function toAbsoluteUrl(url: string, base: string): string {
  return URL.canParse(url, base) ? new URL(url, base).href : url;
}

/** Field with the page's value, by type of observation. */
const PAGE_VALUE_FIELDS: Readonly<Record<string, string | undefined>> = { called: 'args', emitted: 'event' };

/** Truncates values that are nested too deeply, and lists them as truncated, as the hook does. */
function withoutDeepParts(observation: JsonObject): JsonObject {
  const { type, truncations } = observation;
  const name = typeof type === 'string' && Object.hasOwn(PAGE_VALUE_FIELDS, type) ? PAGE_VALUE_FIELDS[type] : undefined;
  if (name === undefined || !Object.hasOwn(observation, name)) return observation;
  const { json, replacedPaths } = replaceDeepParts(observation[name] ?? null);
  if (replacedPaths.length === 0 || !isJsonArray(truncations)) return observation;
  const deep = replacedPaths.map((path) => ({ path, reason: 'too-deep' }) satisfies Truncation);
  return { ...observation, [name]: json, truncations: [...deep, ...truncations].slice(0, MAX_TRUNCATIONS) };
}

/** Characters that may start or end a part of a list. */
const SYNTAX_CHARS = /["[\]{},\t]/g;

/**
 * Splits the text of a list into its items, also if the list is invalid JSON or truncated.
 * Raw bodies between {@link REPORT_DELIMITER} stay in their items. A text that isn't a list is one item.
 * Yields `null` for an item that is not complete within the first `maxLength` characters.
 *
 * The JSON reader of the core does not support raw bodies. It also stops at the first error, but the valid items of a
 * forged or truncated report are needed.
 */
function* splitReport(text: string, maxLength: number): Generator<string | null> {
  const begin = text.search(/\S/);
  if (text[begin] !== '[') {
    yield text.length > maxLength ? null : text;
    return;
  }
  let from = begin + 1;
  let depth = 0;
  const itemUntil = (to: number): string | null => (to > maxLength ? null : text.slice(from, to));
  for (let index = nextSyntaxChar(text, from); index !== -1; index = nextSyntaxChar(text, index)) {
    const char = text[index];
    if (char === ',' && depth === 0) {
      yield itemUntil(index);
      from = index + 1;
    } else if (char === '"') index = endOfString(text, index);
    else if (char === REPORT_DELIMITER) index = endOfRaw(text, index);
    else if (char === '[' || char === '{') depth += 1;
    else if (char === ']' || char === '}') depth -= 1;
    if (depth < 0) {
      if (text.slice(from, index).trim() !== '') yield itemUntil(index);
      if (text.slice(index + 1).trim() !== '') yield null;
      return;
    }
    index += 1;
  }
  yield null;
}

function nextSyntaxChar(text: string, from: number): number {
  SYNTAX_CHARS.lastIndex = from;
  return SYNTAX_CHARS.exec(text)?.index ?? -1;
}

function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end === -1 ? text.length : end;
}

/** Whether an odd number of backslashes precedes an index. */
function isEscaped(text: string, index: number): boolean {
  let before = index;
  while (text[before - 1] === '\\') before -= 1;
  return (index - before) % 2 === 1;
}

function endOfRaw(text: string, start: number): number {
  const end = text.indexOf(REPORT_DELIMITER, start + 1);
  return end === -1 ? text.length : end;
}
