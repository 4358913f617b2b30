import { unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import { createZip } from '../../../build/deterministic-zip';

const entries = ['b.txt', 'a/c.txt', 'a.txt'].map((path) => ({ path, content: Buffer.from(path.repeat(100)) }));
const time = new Date('2026-01-02T03:04:06Z');

it('the same entries in another order give the same bytes, sorted by path', () => {
  const zip = createZip(entries, time);
  expect(Buffer.compare(createZip([...entries].reverse(), time), zip)).toBe(0);
  expect(Object.keys(unzipSync(zip))).toEqual(['a.txt', 'a/c.txt', 'b.txt']);
});

it('another time gives other bytes', () => {
  expect(Buffer.compare(createZip(entries, new Date('2026-01-02T03:04:08Z')), createZip(entries, time))).not.toBe(0);
});

it('a path that is there twice is an error', () => {
  const [first] = entries;
  expect(() => createZip(first ? [...entries, first] : [], time)).toThrow('b.txt is twice in the zip.');
});
