import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { joinBytes } from '#core/util/join-bytes';
import { fail, type Result, succeed } from '#core/util/result';

/** Maximum size of a rejected body that is still read to its end. Drops the bytes. */
const MAX_DROPPED_BYTES = 256 * 1024 * 1024;

/**
 * Reads the body of a request.
 * Fails if the body is larger than `maxBytes`, or if the client closes the connection early. Before it fails, the
 * function reads and drops the rest of a body that is too large. Many clients read no response until they have sent
 * everything, and would only see a closed connection otherwise.
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
    // Always copies, because small chunks are views of a buffer that Node.js shares.
    request.on('end', () => resolve(length > maxBytes ? fail('too-large') : succeed(joinBytes(chunks))));
  });
}

/**
 * Reads and drops the rest of a body, like {@link readBody}.
 *
 * @param body the stream through which the request is read
 */
export function dropBody(request: IncomingMessage, body: Readable): Promise<void> {
  return new Promise((resolve) => {
    let length = 0;
    const resolveIfAborted = (): void => {
      if (!request.complete) resolve();
    };
    body.on('end', resolve);
    body.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length > MAX_DROPPED_BYTES) resolve();
    });
    request.on('close', resolveIfAborted);
    if (request.destroyed) resolveIfAborted();
  });
}
