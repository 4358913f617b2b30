import { MAX_BODY_CHARS } from '#core/wire/report-limits';
import { apply, getOwnPropertyDescriptor, ignoreErrors, promiseThen } from '#page/builtins';
import { rememberBytes } from '#page/hook/bodies';
import { wrapFunction } from '#page/hook/wrap';

const PageBytes = Uint8Array;
const { arrayBuffer } = Blob.prototype;
const sizeOf = getOwnPropertyDescriptor(Blob.prototype, 'size')?.get;

/**
 * Reads each blob of a response before the page gets it.
 * A page compresses into such a blob. A beacon is sent, and a page unloads, before a blob could be read.
 */
export function watchResponseBlobs(page: Window & typeof globalThis): void {
  wrapFunction(page.Response.prototype, 'blob', (original, self, args) =>
    apply(promiseThen, apply(original, self, args), [rememberWhenRead]),
  );
}

/** Resolves to the blob, read or not. */
function rememberWhenRead(blob: Blob): unknown {
  const size = sizeOf && apply(sizeOf, blob, []);
  if (size === undefined || size > MAX_BODY_CHARS) return blob;
  const remember = (buffer: ArrayBuffer): Blob => {
    ignoreErrors(() => rememberBytes(blob, new PageBytes(buffer)));
    return blob;
  };
  return apply(promiseThen, apply(arrayBuffer, blob, []), [remember, () => blob]);
}
