import type { IncomingMessage } from 'node:http';
import { Transform } from 'node:stream';
import { isBatchStart } from '#core/collector/batch-start';
import { MAX_BATCH_BYTES } from '#core/collector/read-batch';
import { fail, type Result, succeed } from '#core/util/result';
import { joinChunks } from './read-body';

/** Why a body that passes is not copied. */
type NoCopy =
  /** It begins as no telemetry does, or is larger. */
  | 'other'
  /** The sender is gone before its end. */
  | 'aborted';

/** The body of a request, on its way to the upstream. */
export interface CopiedBody {
  /** Every byte as it comes. Up to the size of the largest batch is held before the upstream reads. */
  readonly stream: Transform;
  readonly whole: Promise<Result<Uint8Array<ArrayBuffer>, NoCopy>>;
}

/** Copies the body of a request while it passes, if it may be telemetry. */
export function copyBody(request: IncomingMessage): CopiedBody {
  const { headers } = request;
  let chunks: Buffer[] | null = [];
  let length = 0;
  let settle = (_: Result<Uint8Array<ArrayBuffer>, NoCopy>): void => {};
  const whole = new Promise<Result<Uint8Array<ArrayBuffer>, NoCopy>>((resolve) => {
    settle = resolve;
  });
  const stop = (): void => {
    chunks = null;
    settle(fail('other'));
  };
  const copy = (chunk: Buffer): void => {
    if (chunks === null) return;
    const isOther = length === 0 && !isBatchStart(chunk, headers);
    length += chunk.length;
    if (isOther || length > MAX_BATCH_BYTES) stop();
    else chunks.push(chunk);
  };
  const stream = new Transform({
    readableHighWaterMark: MAX_BATCH_BYTES,
    transform(chunk: Buffer, _encoding, callback) {
      copy(chunk);
      callback(null, chunk);
    },
    flush(callback) {
      if (chunks !== null) settle(succeed(joinChunks(chunks, length)));
      chunks = null;
      callback();
    },
  });
  if (Number(headers['content-length']) > MAX_BATCH_BYTES) stop();
  request.on('close', () => {
    if (!request.complete) chunks = null;
    settle(fail('aborted'));
  });
  request.on('error', () => {});
  request.pipe(stream);
  return { stream, whole };
}
