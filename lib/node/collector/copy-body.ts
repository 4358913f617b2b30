import type { IncomingMessage } from 'node:http';
import { Transform } from 'node:stream';
import { isBatchStart } from '#core/collector/batch-start';
import { MAX_BATCH_BYTES } from '#core/collector/read-batch';
import { joinBytes } from '#core/util/join-bytes';
import { fail, type Result, succeed } from '#core/util/result';

/** Why a forwarded body is not copied. */
type NoCopy =
  /** The body starts unlike telemetry. */
  | 'other'
  /** The client closed the connection before the end of the body. */
  | 'aborted';

/** The body of a request that is forwarded to the upstream. */
export interface CopiedBody {
  /**
   * All bytes in the order of arrival.
   * Buffers up to the size of the largest batch until the upstream reads.
   */
  readonly stream: Transform;
  /** The whole body, or more than {@link MAX_BATCH_BYTES} of the start of a larger one. */
  readonly copied: Promise<Result<Uint8Array<ArrayBuffer>, NoCopy>>;
}

/** Copies the body of a request while it is forwarded, if the body may be telemetry. */
export function copyBody(request: IncomingMessage): CopiedBody {
  const { headers } = request;
  let chunks: Buffer[] | null = [];
  let length = 0;
  let settle = (_: Result<Uint8Array<ArrayBuffer>, NoCopy>): void => {};
  const copied = new Promise<Result<Uint8Array<ArrayBuffer>, NoCopy>>((resolve) => {
    settle = resolve;
  });
  const end = (): void => {
    if (chunks !== null) settle(succeed(joinBytes(chunks)));
    chunks = null;
  };
  const copy = (chunk: Buffer): void => {
    if (chunks === null) return;
    if (length === 0 && !isBatchStart(chunk, headers)) {
      chunks = null;
      settle(fail('other'));
      return;
    }
    length += chunk.length;
    chunks.push(chunk);
    if (length > MAX_BATCH_BYTES) end();
  };
  const stream = new Transform({
    // Takes more than a batch before anything reads the stream, so that the copy always ends.
    readableHighWaterMark: MAX_BATCH_BYTES + 1,
    transform(chunk: Buffer, _encoding, callback) {
      copy(chunk);
      callback(null, chunk);
    },
    flush(callback) {
      end();
      callback();
    },
  });
  request.on('close', () => {
    if (!request.complete) chunks = null;
    settle(fail('aborted'));
  });
  request.on('error', () => {});
  request.pipe(stream);
  return { stream, copied };
}
