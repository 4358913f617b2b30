import { deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { MAX_BODY_CHARS } from '#core/wire/report-limits';
import { detectContent } from '#page/injected/body-telemetry';
import { measureGrowth } from '#tests/fixtures/growth';

const bodyOf = (filling: string): string => JSON.stringify({ events: [{ eid: 'LOG', edata: { message: filling } }] });
const contentOfBytes = (bytes: Uint8Array, contentEncoding: string | null = null) =>
  detectContent({ encoding: 'base64', text: Buffer.from(bytes).toString('base64'), contentEncoding });

it.each([
  ['of a few bytes', gzipSync(bodyOf('जल')), null],
  ['of the maximum size', gzipSync(bodyOf('x'.repeat(MAX_BODY_CHARS - bodyOf('').length))), null],
  ['with zlib', deflateSync(bodyOf('x')), null],
  ['without a wrapper', deflateRawSync(bodyOf('x')), 'Deflate'],
  ['uncompressed despite its header', Buffer.from(bodyOf('x')), 'gzip'],
])('a compressed batch is recognized as telemetry: %s', (_, bytes, header) => {
  expect(contentOfBytes(bytes, header)).toBe('telemetry');
});

it.each([
  ['that is too large', gzipSync(bodyOf('x'.repeat(MAX_BODY_CHARS))), null, 'other'],
  ['that ends early', gzipSync(bodyOf('x')).subarray(0, -12), null, 'unreadable'],
  ['that is damaged', Uint8Array.of(0x1f, 0x8b, 8, 0, 1, 2, 3, 4, 5, 6, 0xff, 0xff), null, 'unreadable'],
  ['that has no events', gzipSync('{"a":1}'), null, 'other'],
  ['that is text', Buffer.from('hello'), 'gzip', 'other'],
  ['with another encoding', Uint8Array.of(11, 2, 128, 200, 255, 3), 'br', 'unreadable'],
])('a compressed body %s is not read as telemetry', (_, bytes, header, content) => {
  expect(contentOfBytes(bytes, header)).toBe(content);
});

it('decompression time of a zip bomb does not grow with its decompressed size', () => {
  const bomb = (megabytes: number) => gzipSync(Buffer.alloc(megabytes * 1_000_000));
  expect(contentOfBytes(bomb(10))).toBe('other');
  expect(measureGrowth(bomb, contentOfBytes, 5)).toBeLessThan(3);
});
