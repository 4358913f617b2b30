import { MAX_BODY_CHARS } from '#core/wire/report-limits';
import { apply, getOwnPropertyDescriptor, ignoreErrors, PageBlob, PageBytes, promiseThen } from '#page/builtins';
import { storeBytes } from '#page/hook/bodies';
import { wrapFunction } from '#page/hook/wrap';

const { arrayBuffer } = PageBlob.prototype;
const sizeOf = getOwnPropertyDescriptor(PageBlob.prototype, 'size')?.get;

/**
 * Reads each blob of a response before the page gets it.
 * Pages use such blobs to compress bodies. When a beacon is sent or a page unloads, it is too late to read a blob.
 */
export function watchResponseBlobs(page: Window & typeof globalThis): void {
  wrapFunction(page.Response.prototype, 'blob', (original, self, args) =>
    apply(promiseThen, apply(original, self, args), [storeBytesOf]),
  );
}

/** Reads a blob and stores its bytes. Resolves to the blob even if reading fails. */
function storeBytesOf(blob: Blob): unknown {
  const size = sizeOf && apply(sizeOf, blob, []);
  if (size === undefined || size > MAX_BODY_CHARS) return blob;
  const store = (buffer: ArrayBuffer): Blob => {
    ignoreErrors(() => storeBytes(blob, new PageBytes(buffer)));
    return blob;
  };
  return apply(promiseThen, apply(arrayBuffer, blob, []), [store, () => blob]);
}
