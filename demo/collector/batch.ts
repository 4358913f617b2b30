import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { gunzipSync } from 'node:zlib';

/** One POST to the collector. */
export interface Batch {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** The body as it arrived. */
  readonly bytes: Buffer;
  /** The body as text, unpacked where it was gzipped. */
  readonly text: string;
}

const GZIP_MAGIC = Buffer.from([0x1f, 0x8b]);

export async function readBatch(request: IncomingMessage): Promise<Batch> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const bytes = Buffer.concat(chunks);
  return { path: request.url ?? '/', headers: request.headers, bytes, text: textOf(bytes) };
}

/** Detected by the bytes, not by `Content-Encoding`: mobile clients gzip without saying so. */
function textOf(bytes: Buffer): string {
  if (!bytes.subarray(0, 2).equals(GZIP_MAGIC)) return bytes.toString('utf8');
  try {
    return gunzipSync(bytes).toString('utf8');
  } catch {
    return bytes.toString('utf8');
  }
}

/** The events of a batch; none where the body is no batch. */
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
