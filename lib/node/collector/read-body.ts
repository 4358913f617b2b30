import type { IncomingMessage } from 'node:http';
import { fail, type Result, succeed } from '#core/util/result';

/**
 * Reads the body of a request. Fails if it is larger than `maxBytes`, or if the sender is gone before its end.
 * The rest of a body that is too large is read and dropped, so that the sender gets the response.
 */
export function readBody(
  request: IncomingMessage,
  maxBytes: number,
): Promise<Result<Uint8Array<ArrayBuffer>, 'too-large' | 'aborted'>> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const refuse = (): void => {
      chunks.length = 0;
      request.removeAllListeners('data').resume();
      resolve(fail('too-large'));
    };
    request.on('close', () => resolve(fail('aborted')));
    request.on('error', () => resolve(fail('aborted')));
    if (Number(request.headers['content-length'] ?? 0) > maxBytes) return refuse();
    request.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length > maxBytes) refuse();
      else chunks.push(chunk);
    });
    // Copied, as the chunks of a small body are parts of a buffer that others share.
    request.on('end', () => resolve(succeed(Uint8Array.from(Buffer.concat(chunks)))));
  });
}
