import { inflateSync, unzipSync } from 'fflate';

/** A file of a zip archive. */
export interface ZipEntry {
  readonly name: string;
  /** Decompressed size in bytes, as declared. */
  readonly size: number;
  /** Decompresses the file to at most its declared size. Throws if its checksum shows that it is damaged. */
  readonly read: () => Uint8Array<ArrayBuffer>;
}

/** Offsets and sizes of a zip file (PKWARE APPNOTE.TXT, sections 4.3.7 to 4.3.16). */
const END_BYTES = 22;
const END_SIGNATURE = 0x06054b50;
const LOCATOR_BYTES = 20;
const LOCATOR_SIGNATURE = 0x07064b50;
const HEADER_BYTES = 46;
const LOCAL_HEADER_BYTES = 30;

/**
 * Lists the files of a zip archive, which are decompressed on demand. Throws if the archive is damaged.
 * The library would search the whole archive for each file that is read.
 */
export function listZipEntries(zip: Uint8Array): readonly ZipEntry[] {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength);
  const lengthAt = (offset: number): number => view.getUint16(offset, true);
  const entries: ZipEntry[] = [];
  let header = -1;
  unzipSync(zip, {
    filter({ name, size, originalSize, compression }) {
      if (header < 0) header = findFirstHeader(view);
      // Throws at the end of the file. The library would continue for as many entries as a damaged archive declares.
      const local = view.getUint32(header + 42, true);
      const from = local + LOCAL_HEADER_BYTES + lengthAt(local + 26) + lengthAt(local + 28);
      const packed = zip.subarray(from, from + size);
      const checksum = view.getInt32(header + 16, true);
      const read = () => verifyChecksum(decompress(packed, compression, originalSize), checksum);
      entries.push({ name, size: originalSize, read });
      header += HEADER_BYTES + lengthAt(header + 28) + lengthAt(header + 30) + lengthAt(header + 32);
      return false;
    },
  });
  return entries;
}

/** Returns the offset of the first header in the central directory. */
function findFirstHeader(view: DataView): number {
  let end = view.byteLength - END_BYTES;
  while (view.getUint32(end, true) !== END_SIGNATURE) end -= 1;
  const locator = end - LOCATOR_BYTES;
  if (locator < 0 || view.getUint32(locator, true) !== LOCATOR_SIGNATURE) return view.getUint32(end + 16, true);
  return view.getUint32(view.getUint32(locator + 8, true) + 48, true);
}

function decompress(packed: Uint8Array, compression: number, size: number): Uint8Array<ArrayBuffer> {
  if (compression === 0) return packed.slice(0, size);
  if (compression !== 8) throw new Error('unknown compression');
  return inflateSync(packed, { out: new Uint8Array(size) });
}

/** Returns the bytes. Throws if their checksum differs, because the data or its declared size is damaged. */
function verifyChecksum(bytes: Uint8Array<ArrayBuffer>, checksum: number): Uint8Array<ArrayBuffer> {
  let crc = -1;
  for (const byte of bytes) crc = (crc >>> 8) ^ (CRC_TABLE[(crc ^ byte) & 0xff] ?? 0);
  if (~crc !== checksum) throw new Error('wrong checksum');
  return bytes;
}

/** CRC-32 of each byte (section 4.4.7). fflate doesn't verify it. */
const CRC_TABLE = Int32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (0xedb8_8320 & -(crc & 1));
  return crc;
});
