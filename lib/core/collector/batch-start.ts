import { BYTE_ORDER_MARK_START } from '#core/util/byte-order-mark';
import { headerText, type RequestHeaders } from './cors';

/** First bytes of gzip and zlib data. Other first bytes of zlib and zstd data are printable characters. */
const COMPRESSED_STARTS: ReadonlySet<number> = new Set([0x1f, 0x08, 0x18]);

/**
 * Whether a body with these first bytes may be telemetry: JSON, a form, or compressed data.
 * Excludes most file uploads.
 */
export function isBatchStart(start: Uint8Array, headers: RequestHeaders): boolean {
  if (headerText(headers, 'content-encoding') !== null) return true;
  const [first] = start;
  if (first === undefined || COMPRESSED_STARTS.has(first) || first === BYTE_ORDER_MARK_START) return true;
  return (first >= 0x20 && first < 0x7f) || (first >= 0x09 && first <= 0x0d);
}
