import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { gunzipSync } from 'node:zlib';

/** One POST to the collector. */
export interface Batch {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** The raw body. */
  readonly bytes: Buffer;
  /** The body as text, decompressed if it was gzipped. */
  readonly text: string;
}

const GZIP_MAGIC = Buffer.from([0x1f, 0x8b]);

export async function readBatch(request: IncomingMessage): Promise<Batch> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const bytes = Buffer.concat(chunks);
  return { path: request.url ?? '/', headers: request.headers, bytes, text: textOf(bytes) };
}

/**
 * Decodes a body.
 * Compression is detected by the bytes, because mobile clients gzip without `Content-Encoding`.
 */
function textOf(bytes: Buffer): string {
  if (!bytes.subarray(0, 2).equals(GZIP_MAGIC)) return bytes.toString('utf8');
  try {
    return gunzipSync(bytes).toString('utf8');
  } catch {
    return bytes.toString('utf8');
  }
}

/** Returns the events of a batch; empty if the body isn't a batch. */
export function eventsOf(batch: Batch): readonly unknown[] {
  try {
    const body: unknown = JSON.parse(batch.text);
    return typeof body === 'object' && body !== null && 'events' in body && Array.isArray(body.events)
      ? body.events
      : [];
  } catch {
    return [];
  }
}
