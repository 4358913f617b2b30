/** Properties of a picture that stores check. */
export interface PngHeader {
  readonly width: number;
  readonly height: number;
  readonly hasAlpha: boolean;
}

const SIGNATURE = '89504e470d0a1a0a';
const RGB_WITH_ALPHA = 6;
const GRAY_WITH_ALPHA = 4;

/** Reads the IHDR chunk (PNG specification, 11.2.1), or `null` if the bytes aren't PNG. */
export function readPngHeader(bytes: Uint8Array): PngHeader | null {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (buffer.length < 26 || buffer.subarray(0, 8).toString('hex') !== SIGNATURE) return null;
  const colorType = buffer.readUInt8(25);
  return {
    width: buffer.readUInt32BE(16),
    height: buffer.readUInt32BE(20),
    hasAlpha: colorType === RGB_WITH_ALPHA || colorType === GRAY_WITH_ALPHA,
  };
}
