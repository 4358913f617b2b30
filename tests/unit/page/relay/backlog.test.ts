import { expect, it } from 'vitest';
import { createBacklog } from '#page/relay/backlog';

it('the log of a document numbers observations from 1 and gives them again from any number on', () => {
  const backlog = createBacklog(() => 1);
  for (const text of ['a', 'b', 'c']) backlog.add(text);
  expect(backlog.from(2)).toEqual([
    { seq: 2, text: 'b' },
    { seq: 3, text: 'c' },
  ]);
});

it('the log of a document drops the oldest observations beyond its maximum number, and counts them', () => {
  const backlog = createBacklog(() => 1, { observations: 2, characters: 100 });
  for (const text of ['a', 'b', 'c', 'd']) backlog.add(text);
  expect(backlog.from(1).map(({ text }) => text)).toEqual(['c', 'd']);
  expect(backlog.dropped()).toBe(2);
});

it('the log of a document drops the oldest observations beyond its maximum size, but never the newest', () => {
  const backlog = createBacklog(() => 1, { observations: 100, characters: 10 });
  backlog.add('12345');
  backlog.add('x'.repeat(50));
  expect(backlog.from(1).map(({ seq }) => seq)).toEqual([2]);
});

it('the logs of all frames of a page share its bound, and each has some of it', () => {
  const heldIn = (frames: number): number => {
    const backlog = createBacklog(() => frames);
    for (let count = 0; count < 200; count += 1) backlog.add('x'.repeat(100_000));
    return backlog.from(1).reduce((sum, { text }) => sum + text.length, 0);
  };
  expect([1, 2, 16].map(heldIn)).toEqual([16_000_000, 8_000_000, 1_000_000]);
  expect(heldIn(1_000)).toBeGreaterThanOrEqual(200_000);
  expect(heldIn(1_000)).toBeLessThanOrEqual(250_000);
});

it('the log of a document stays within its bound over 100,000 observations', () => {
  const backlog = createBacklog(() => 1, { observations: 5_000, characters: 1_000_000 });
  for (let count = 0; count < 100_000; count += 1) backlog.add('sighting');
  expect(backlog.from(1)).toHaveLength(5_000);
  expect(backlog.dropped()).toBe(95_000);
});

it('the log of a document holds no more than 50 SDKs beyond its bound, whatever a page forges', () => {
  const backlog = createBacklog(() => 1, { observations: 1, characters: 1_000 });
  for (let count = 0; count < 100; count += 1) backlog.add('[{"type":"sdk"}]');
  expect(backlog.sdks(1)).toHaveLength(50);
  expect(backlog.sdks(40).map(({ seq }) => seq)[0]).toBe(40);
});

it('the log of a document is empty after it was cleared, and numbers on', () => {
  const backlog = createBacklog(() => 1);
  backlog.add('a');
  backlog.clear();
  expect(backlog.add('b').seq).toBe(2);
  expect(backlog.from(1)).toEqual([{ seq: 2, text: 'b' }]);
});
