import type { Navigation, RequestEnd } from '#core/journey/record';
import { isJsonObject, type Json, type JsonObject } from '#core/json/json';
import { readJson } from '#core/json/json-reader';
import { formatJson } from '#core/quoting/json-text';
import { createLatestIndex } from '#core/util/binary-search';
import { createRequestWriter, defineExportFormat } from './export-format';
import { countStored } from './long-value-source';
import type { SentRequest } from './sent-request';
import { SYNTHETIC_REQUEST_NOTE } from './synthetic-requests';
import { describeMissingParts, writeBody } from './write-body';
import { collectRequests, countPieces, restoreRequestValues } from './write-requests';
import { type FilePieces, formatIsoTime, type Writing } from './writing';

/**
 * Writes the requests that carried the events, as HTTP Archive 1.2.
 * Parts that the panel does not record, such as headers and cookies, are empty as the format requires.
 */
function writeHar(writing: Writing): FilePieces {
  const { records, all } = writing;
  return { count: countPieces(records, all) + countStored(all) + 2, texts: pieces(writing) };
}

function* pieces({ records, all, navigations, redact, writtenBy, longValues }: Writing): Generator<string> {
  yield harHeader(
    writtenBy,
    navigations.map((navigation, index) => redact(pageOf(navigation, index))),
  );
  const sent = yield* collectRequests(records, all);
  const pageAt = createLatestIndex(navigations.map(({ at }) => at));
  let separator = '\n';
  for (const request of sent) {
    const restored = yield* restoreRequestValues(request, longValues);
    yield separator + formatHarEntry(restored, pageAt(restored.request.at, 'at-most'), redact);
    separator = ',\n';
  }
  yield HAR_END;
}

/** Returns the start of a HAR file, up to its entries. Entries are separated by commas. */
function harHeader(creator: Writing['writtenBy'], pages: readonly Json[]): string {
  const log = { version: '1.2', creator, pages };
  return `{"log":${formatJson(log).slice(0, -1)},"entries":[`;
}

const HAR_END = '\n]}}\n';

/** @param page index of the page load to which the request belongs, or -1 */
function formatHarEntry(sent: SentRequest, page: number, redact: Writing['redact']): string {
  return formatJson(toHarEntry(sent, page, redact));
}

const pageId = (index: number) => `page_${index + 1}`;

function pageOf({ at, url }: Navigation, index: number): JsonObject {
  return { startedDateTime: formatIsoTime(at), id: pageId(index), title: url, pageTimings: {} };
}

function toHarEntry(sent: SentRequest, page: number, redact: Writing['redact']): Json {
  const { request } = sent;
  const { at, end, transport, responseText: text } = request;
  const time = 'durationMs' in end ? end.durationMs : 0;
  const entry = {
    ...(page >= 0 ? { pageref: pageId(page) } : {}),
    startedDateTime: formatIsoTime(at),
    time,
    request: toHarRequest(sent),
    response: toHarResponse(end, text),
    cache: {},
    timings: { send: 0, wait: time, receive: 0 },
    ...(sent.isSynthetic
      ? { comment: SYNTHETIC_REQUEST_NOTE, _telemetryV3: { synthetic: true } }
      : { _telemetryV3: { id: request.id, at, transport, end: { ...end } } }),
  };
  const redacted = redact(entry);
  return isJsonObject(redacted) ? { ...redacted, request: withBody(redacted.request, sent, redact) } : redacted;
}

function withBody(redacted: Json | undefined, sent: SentRequest, redact: Writing['redact']): Json {
  const missing = describeMissingParts(sent);
  const postData = {
    ...writeBody(sent, redact),
    ...(missing.length === 0 ? {} : { comment: missing.join(' ') }),
  };
  return isJsonObject(redacted) ? { ...redacted, postData } : {};
}

function toHarRequest({ request: { method, url, bodyBytes } }: SentRequest): JsonObject {
  return {
    method,
    url,
    httpVersion: '',
    cookies: [],
    headers: [],
    queryString: queryOf(url),
    postData: null,
    headersSize: -1,
    bodySize: bodyBytes,
  };
}

function queryOf(url: string): Json {
  if (!URL.canParse(url)) return [];
  return [...new URL(url).searchParams].map(([name, value]) => ({ name, value }));
}

function toHarResponse(end: RequestEnd, text: string | null): JsonObject {
  return {
    // Browsers write 0 if there was no response.
    status: end.status === 'responded' ? end.httpStatus : 0,
    statusText: '',
    httpVersion: '',
    cookies: [],
    headers: [],
    content: contentOf(text),
    redirectURL: '',
    headersSize: -1,
    bodySize: -1,
    ...(end.status === 'failed' ? { _error: end.message || (end.problem?.code ?? '') } : {}),
  };
}

function contentOf(text: string | null): JsonObject {
  if (text === null) return { size: 0, mimeType: 'x-unknown' };
  const read = readJson(text);
  const mimeType = read.ok && isJsonObject(read.value) ? 'application/json' : 'text/plain';
  return { size: new TextEncoder().encode(text).length, mimeType, text };
}

/** The format `har`: HTTP Archive 1.2. */
export const harFormat = defineExportFormat({
  id: 'har',
  extension: 'har',
  mimeType: 'application/json',
  holdsRequests: true,
  write: writeHar,
  createRecordWriter: ({ redact, writtenBy }) =>
    createRequestWriter(harHeader(writtenBy, []), HAR_END, (sent, number) => {
      return `${number === 0 ? '\n' : ',\n'}${formatHarEntry(sent, -1, redact)}`;
    }),
});
