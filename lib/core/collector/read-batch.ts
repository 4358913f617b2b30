import { readJson } from '#core/json/json-reader';
import { isTelemetryTooLarge, mayCarryTelemetry } from '#core/telemetry/body/telemetry-body';
import type { MessageText } from '#core/util/message';
import { fail, type Result, succeed } from '#core/util/result';
import { parseBatchBody, type ReadBody, withFirstEvents } from '#core/wire/batch-body';
import { type Decompress, decodeBody } from '#core/wire/decode-body';
import { headerText, type RequestHeaders } from './cors';

/** Largest body, packed or not. The telemetry service takes as much: `limit: '5mb'` of Express. */
export const MAX_BATCH_BYTES = 5 * 1024 * 1024;

/** Why the collector takes no telemetry out of a request. `text` is the body, read as UTF-8. */
export type Refusal =
  | { readonly reason: 'wrong-method'; readonly method: string }
  | { readonly reason: 'too-large' | 'too-many-values' | 'empty' }
  /** The host cannot decompress it. */
  | { readonly reason: 'unknown-encoding'; readonly encoding: string }
  | { readonly reason: 'damaged-encoding'; readonly encoding: string }
  | { readonly reason: 'wrong-charset'; readonly charset: string; readonly text: string }
  | {
      readonly reason: 'not-json';
      readonly line: number;
      readonly column: number;
      readonly message: MessageText;
      readonly text: string;
    }
  /** `eid`: no field of this name. `event`: nothing with an `eid` has the other fields of an event. */
  | { readonly reason: 'no-telemetry'; readonly missing: 'eid' | 'event' };

/** HTTP status of each refusal. */
export const refusalStatus: Readonly<Record<Refusal['reason'], number>> = {
  'wrong-method': 405,
  'too-large': 413,
  'too-many-values': 413,
  empty: 404,
  'unknown-encoding': 415,
  'damaged-encoding': 400,
  'wrong-charset': 415,
  'not-json': 400,
  'no-telemetry': 404,
};

/** Names of the one charset that JSON has between programs (RFC 8259, section 8.1), and of its subset. */
const CHARSETS: ReadonlySet<string> = new Set(['utf-8', 'utf8', 'us-ascii']);

/**
 * Reads the events of a request's body.
 * Neither its path nor the type in its `Content-Type` matters, but the charset does.
 */
export async function readBatch(
  bytes: Uint8Array<ArrayBuffer>,
  headers: RequestHeaders,
  decompress: Decompress,
): Promise<Result<ReadBody, Refusal>> {
  if (bytes.length === 0) return fail({ reason: 'empty' });
  const [, charset = 'utf-8'] = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(headerText(headers, 'content-type') ?? '') ?? [];
  const contentEncoding = headerText(headers, 'content-encoding');
  const decoded = await decodeBody(bytes, contentEncoding, decompress, MAX_BATCH_BYTES);
  if (!CHARSETS.has(charset.toLowerCase()))
    return fail({ reason: 'wrong-charset', charset, text: decoded.ok ? decoded.value : '' });
  if (decoded.ok) return readBatchText(decoded.value);
  const encoding = contentEncoding ?? '';
  switch (decoded.failure) {
    case 'too-large':
      return fail({ reason: 'too-large' });
    case 'unsupported':
      return fail({ reason: 'unknown-encoding', encoding: encoding || 'zstd' });
    case 'damaged':
      return fail({ reason: 'damaged-encoding', encoding });
  }
}

function readBatchText(text: string): Result<ReadBody, Refusal> {
  const body = parseBatchBody(text);
  if (body !== null) return succeed(withFirstEvents(body));
  if (isTelemetryTooLarge(text)) return fail({ reason: 'too-many-values' });
  if (/^\ufeff?\s*[{[]/.test(text)) {
    const read = readJson(text.replace(/^\ufeff/, ''));
    if (!read.ok) {
      const { line, column, message } = read.failure;
      return fail({ reason: 'not-json', line, column, message, text });
    }
  }
  return fail({ reason: 'no-telemetry', missing: mayCarryTelemetry(text) ? 'event' : 'eid' });
}
