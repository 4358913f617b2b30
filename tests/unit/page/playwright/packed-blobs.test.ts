import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { MAX_BODY_CHARS } from '#core/journey/report-limits';
import { unpackTelemetry } from '#page/playwright/packed-blobs';
import { growthOf } from '#tests/fixtures/growth';

const bodyOf = (filling: string): string => JSON.stringify({ events: [{ eid: 'LOG', edata: { message: filling } }] });

it.each([
  ['a small one', bodyOf('जल')],
  ['one as large as a body may be', bodyOf('').replace('""', `"${'x'.repeat(MAX_BODY_CHARS - bodyOf('').length)}"`)],
])('a batch that is packed with gzip is unpacked: %s', (_, body) => {
  expect(unpackTelemetry(gzipSync(body)) === body).toBe(true);
});

it.each([
  ['that is too large', gzipSync(bodyOf('x'.repeat(MAX_BODY_CHARS)))],
  ['that ends early', gzipSync(bodyOf('x')).subarray(0, -12)],
  ['that is damaged', Uint8Array.of(0x1f, 0x8b, 8, 0, 1, 2, 3, 4, 5, 6, 0xff, 0xff)],
  ['that has no events', gzipSync('{"a":1}')],
  ['that is none', Buffer.from(bodyOf('x'))],
])('gzip %s is left alone', (_, bytes) => {
  expect(unpackTelemetry(bytes)).toBeNull();
});

it('a zip bomb takes no longer the more it would unpack to', () => {
  const bomb = (megabytes: number) => gzipSync(Buffer.alloc(megabytes * 1_000_000));
  expect(unpackTelemetry(bomb(10))).toBeNull();
  expect(growthOf(bomb, unpackTelemetry, 5)).toBeLessThan(3);
});
