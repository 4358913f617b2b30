import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { type Decompress, decodeBody, decompressByStream } from '#core/wire/decode-body';
import { MAX_BODY_CHARS } from '#core/wire/report-limits';

const text = '{"events":[{"eid":"LOG","edata":{"message":"जल"}}]}';
const bytesOf = (source: string | Uint8Array) => new Uint8Array(Buffer.from(source as string));
const decodeToText = async (body: string | Uint8Array, header: string | null, decompress?: Decompress) => {
  const result = await decodeBody(bytesOf(body), header, decompress);
  return result.ok ? result.value : result.failure;
};

it.each([
  ['plain', text, null],
  ['plain, with Content-Encoding identity', text, 'identity'],
  ['plain, with Content-Encoding gzip', text, 'gzip'],
  ['plain, with Content-Encoding deflate', text, 'deflate'],
  ['plain, with an unknown Content-Encoding', text, 'aes128gcm'],
  ['gzip', gzipSync(text), 'gzip'],
  ['gzip, with Content-Encoding X-GZIP', gzipSync(text), ' X-GZIP '],
  ['gzip without a header', gzipSync(text), null],
  ['gzip, with Content-Encoding deflate', gzipSync(text), 'deflate'],
  ['deflate', deflateSync(text), 'Deflate'],
  ['deflate without compression', deflateSync(text, { level: 0 }), null],
  ['deflate without a header', deflateSync(text), null],
  ['deflate without its wrapper', deflateRawSync(text), 'deflate'],
  ['two compressions', gzipSync(deflateRawSync(text)), 'deflate, gzip'],
])('a request body is decoded: %s', async (_, body, header) => {
  expect(await decodeToText(body, header)).toBe(text);
});

it('an uncompressed form is returned as it is, even if its Content-Encoding is deflate', async () => {
  expect(await decodeToText('x=1&event=2', 'deflate')).toBe('x=1&event=2');
});

it('a request body is decompressed by a function of the host', async () => {
  const compressed = brotliCompressSync(text);
  const decompress: Decompress = (_, compression) =>
    compression === 'brotli' ? decompressByStream(bytesOf(gzipSync(text)), 'gzip') : null;
  expect(await decodeToText(compressed, 'br', decompress)).toBe(text);
  expect(await decodeToText(gzipSync(text), 'gzip', decompress)).toBe('unsupported');
});

it('a damaged request body is reported as damaged', async () => {
  expect(await decodeToText(gzipSync(text).subarray(0, 30), 'gzip')).toBe('damaged');
  expect(await decodeToText(deflateSync(text).subarray(0, 20), null)).toBe('damaged');
});

it('a request body above the size limit is reported as too large', async () => {
  const large = ' '.repeat(MAX_BODY_CHARS + 1);
  expect(await decodeToText(gzipSync(large), 'gzip')).toBe('too-large');
  expect(await decodeToText(large, null)).toBe('too-large');
  expect(await decodeToText(large.slice(1), null)).toBe(large.slice(1));
});
