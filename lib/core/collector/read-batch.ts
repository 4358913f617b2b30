import { readJson } from '#core/json/json-reader';
import { isTelemetryTooLarge, mayCarryTelemetry } from '#core/telemetry/body/telemetry-body';
import { BYTE_ORDER_MARK_START, withoutByteOrderMark } from '#core/util/byte-order-mark';
import type { MessageText } from '#core/util/message';
import { fail, type Result, succeed } from '#core/util/result';
import { parseUnkeyedBody, type UnkeyedBody, withFirstEvents } from '#core/wire/batch-body';
import { type Decompress, decodeBodyStart, decompressBody } from '#core/wire/decode-body';
import { headerText, type RequestHeaders } from './cors';

/**
 * Maximum size of a body, compressed or not.
 * The telemetry service has the same limit, `limit: '5mb'` of Express.
 */
export const MAX_BATCH_BYTES = 5 * 1024 * 1024;

/** The reason why the collector rejects a request. `text` is the body, read as UTF-8. */
export type Rejection =
  | { readonly reason: 'wrong-method'; readonly method: string }
  | { readonly reason: 'too-large' | 'too-many-values' | 'empty' }
  /** The host does not support the compression. */
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
  /** `eid`: no object has this field. `event`: no object with an `eid` has the other fields of an event. */
  | { readonly reason: 'no-telemetry'; readonly missing: 'eid' | 'event' };

/** HTTP status of each rejection. */
export const rejectionStatus: Readonly<Record<Rejection['reason'], number>> = {
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

/** Names of UTF-8, the only charset of exchanged JSON (RFC 8259, section 8.1), and of its subset ASCII. */
const CHARSETS: ReadonlySet<string> = new Set(['utf-8', 'utf8', 'us-ascii']);

/** The body of a request with telemetry. */
export interface ReceivedBody extends UnkeyedBody {
  /** The text of the body. Absent if it was not valid UTF-8, or began with a byte order mark. */
  readonly utf8?: Uint8Array;
}

const decoder = new TextDecoder();

/**
 * Reads the events of a request's body.
 * Ignores the path, and the media type of `Content-Type` except for its charset.
 */
export async function readBatch(
  bytes: Uint8Array<ArrayBuffer>,
  headers: RequestHeaders,
  decompress: Decompress,
): Promise<Result<ReceivedBody, Rejection>> {
  if (bytes.length === 0) return fail({ reason: 'empty' });
  if (bytes.length > MAX_BATCH_BYTES) return fail({ reason: 'too-large' });
  const [, charset = 'utf-8'] = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(headerText(headers, 'content-type') ?? '') ?? [];
  const contentEncoding = headerText(headers, 'content-encoding');
  const plain = await decompressBody(bytes, contentEncoding, decompress, MAX_BATCH_BYTES);
  const text = plain.ok ? decoder.decode(plain.value) : '';
  if (!CHARSETS.has(charset.toLowerCase())) return fail({ reason: 'wrong-charset', charset, text });
  if (plain.ok) return readBatchText(text, plain.value);
  const encoding = contentEncoding ?? '';
  switch (plain.failure) {
    case 'too-large':
      return fail({ reason: 'too-large' });
    case 'unsupported':
      // Of the compressions that are recognized without a header, only zstd may be unsupported.
      return fail({ reason: 'unknown-encoding', encoding: encoding || 'zstd' });
    case 'damaged':
      return fail({ reason: 'damaged-encoding', encoding });
  }
}

/** Reads the events of a text that was decoded from bytes. */
function readBatchText(text: string, bytes: Uint8Array): Result<ReceivedBody, Rejection> {
  // The decoder replaces invalid bytes by U+FFFD, and drops a byte order mark.
  const isExact = bytes[0] !== BYTE_ORDER_MARK_START && !text.includes('\ufffd');
  const utf8 = isExact ? bytes : null;
  const parsed = parseUnkeyedBody(text, utf8);
  if (parsed !== null) return succeed({ ...parsed, body: withFirstEvents(parsed.body), ...(utf8 && { utf8 }) });
  if (isTelemetryTooLarge(text)) return fail({ reason: 'too-many-values' });
  if (/^\ufeff?\s*[{[]/.test(text)) {
    const read = readJson(withoutByteOrderMark(text));
    if (!read.ok) {
      const { line, column, message } = read.failure;
      return fail({ reason: 'not-json', line, column, message, text });
    }
  }
  return fail({ reason: 'no-telemetry', missing: mayCarryTelemetry(text) ? 'event' : 'eid' });
}

/** Start of a text that may be a batch: JSON, or a form. */
const BATCH_TEXT_START = /^\ufeff?\s*(?:[{[]|--|[^\s{}[\]"<>=&]{1,100}=)/;

/**
 * Whether a rejected body is probably unreadable telemetry, and not another request of an app.
 * Examines only the text before the limit or the damage.
 */
export async function isRejectedTelemetry(
  rejection: Rejection,
  bytes: Uint8Array<ArrayBuffer>,
  headers: RequestHeaders,
  decompress: Decompress,
): Promise<boolean> {
  if ('text' in rejection) return mayCarryTelemetry(rejection.text);
  if (rejection.reason === 'too-many-values') return true;
  if (rejection.reason !== 'too-large' && rejection.reason !== 'damaged-encoding') return false;
  const start = await decodeBodyStart(bytes, headerText(headers, 'content-encoding'), decompress, MAX_BATCH_BYTES);
  return BATCH_TEXT_START.test(start) && mayCarryTelemetry(start);
}
