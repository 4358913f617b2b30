import type { IncomingMessage } from 'node:http';
import { fail, type Result, succeed } from '#core/util/result';

/** What is read of a body that is too large, and dropped: a sender without end gets its response after it. */
const MAX_DROPPED_BYTES = 256 * 1024 * 1024;

/**
 * Reads the body of a request. Fails if it is larger than `maxBytes`, or if the sender is gone before its end.
 * The rest of a body that is too large is read and dropped before that fails: many clients read no response before they
 * have sent everything, and a closed connection would tell them nothing.
 */
export function readBody(
  request: IncomingMessage,
  maxBytes: number,
): Promise<Result<Uint8Array<ArrayBuffer>, 'too-large' | 'aborted'>> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let length = 0;
    request.on('close', () => resolve(fail('aborted')));
    request.on('error', () => resolve(fail('aborted')));
    request.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length <= maxBytes) chunks.push(chunk);
      else chunks.length = 0;
      if (length > MAX_DROPPED_BYTES) resolve(fail('too-large'));
    });
    request.on('end', () => resolve(length > maxBytes ? fail('too-large') : succeed(joinChunks(chunks, length))));
  });
}

/**
 * Joins the chunks of a body, whose length is known, in one copy.
 * The chunks of a small body are parts of a buffer that others share, and must not be handed on.
 */
export function joinChunks(chunks: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    joined.set(chunk, offset);
    offset += chunk.length;
  }
  return joined;
}
