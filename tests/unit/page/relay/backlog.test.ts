import { expect, it } from 'vitest';
import { createBacklog } from '#page/relay/backlog';

it('the log of a document numbers observations from 1, and returns them from any number on', () => {
  const backlog = createBacklog(() => 1);
  for (const text of ['a', 'b', 'c']) backlog.add(text);
  expect(backlog.from(2)).toEqual([
    { seq: 2, text: 'b' },
    { seq: 3, text: 'c' },
  ]);
});

it('the log of a document drops the oldest observations beyond its maximum count, and counts the dropped observations', () => {
  const backlog = createBacklog(() => 1, { observations: 2, characters: 100 });
  for (const text of ['a', 'b', 'c', 'd']) backlog.add(text);
  expect(backlog.from(1).map(({ text }) => text)).toEqual(['c', 'd']);
  expect(backlog.dropped()).toBe(2);
});

it('the log of a document drops the oldest observations beyond its maximum size, but never the newest observation', () => {
  const backlog = createBacklog(() => 1, { observations: 100, characters: 10 });
  backlog.add('12345');
  backlog.add('x'.repeat(50));
  expect(backlog.from(1).map(({ seq }) => seq)).toEqual([2]);
});

it('the logs of all frames of a page share one size limit, and each frame has a minimum share', () => {
  const storedCharacters = (frames: number): number => {
    const backlog = createBacklog(() => frames);
    for (let count = 0; count < 200; count += 1) backlog.add('x'.repeat(100_000));
    return backlog.from(1).reduce((sum, { text }) => sum + text.length, 0);
  };
  expect([1, 2, 16].map(storedCharacters)).toEqual([16_000_000, 8_000_000, 1_000_000]);
  expect(storedCharacters(1_000)).toBeGreaterThanOrEqual(200_000);
  expect(storedCharacters(1_000)).toBeLessThanOrEqual(250_000);
});

it('the log of a document stays within its limits for 100,000 observations', () => {
  const backlog = createBacklog(() => 1, { observations: 5_000, characters: 1_000_000 });
  for (let count = 0; count < 100_000; count += 1) backlog.add('report');
  expect(backlog.from(1)).toHaveLength(5_000);
  expect(backlog.dropped()).toBe(95_000);
});

it('the log of a document stores at most 50 SDKs in addition to its limit, even if a page forges more', () => {
  const backlog = createBacklog(() => 1, { observations: 1, characters: 1_000 });
  for (let count = 0; count < 100; count += 1) backlog.add('[{"type":"sdk"}]');
  expect(backlog.sdks(1)).toHaveLength(50);
  expect(backlog.sdks(40).map(({ seq }) => seq)[0]).toBe(40);
});

it('the log of a document is empty after it is cleared, and continues its numbering', () => {
  const backlog = createBacklog(() => 1);
  backlog.add('a');
  backlog.clear();
  expect(backlog.add('b').seq).toBe(2);
  expect(backlog.from(1)).toEqual([{ seq: 2, text: 'b' }]);
});
