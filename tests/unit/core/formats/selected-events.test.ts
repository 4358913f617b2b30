import { expect, it } from 'vitest';
import { collectEvents } from '#core/formats/selected-events';

const pieces = (count: number) => ({ count, texts: Array.from({ length: count }, (_, index) => `${index}\n`) });

it('collectEvents joins all parts in order, yields between parts and reports its progress', async () => {
  let time = 0;
  let rests = 0;
  const progress: number[] = [];
  const parts = await collectEvents(pieces(100), {
    toPart: (text) => text,
    clock: () => {
      time += 2;
      return time;
    },
    yieldTask: async () => {
      rests += 1;
    },
    signal: new AbortController().signal,
    onProgress: (share) => void progress.push(share),
  });
  expect(parts?.join('')).toBe(pieces(100).texts.join(''));
  expect(rests).toBeGreaterThan(10);
  expect(progress).toEqual([...progress].sort((one, other) => one - other));
});

it('collectEvents stops at the next yield after a cancellation', async () => {
  const stop = new AbortController();
  let taken = 0;
  function* texts() {
    for (; taken < 1000; taken += 1) yield 'x';
  }
  let time = 0;
  const clock = () => {
    time += 11;
    return time;
  };
  const deps = {
    toPart: (text: string) => text,
    clock,
    yieldTask: async () => stop.abort(),
    signal: stop.signal,
    onProgress: () => {},
  };
  expect(await collectEvents({ count: 1000, texts: texts() }, deps)).toBeNull();
  expect(taken).toBeLessThan(10);
});

it('collectEvents limits the length of each part', async () => {
  const lengths: number[] = [];
  const parts = await collectEvents(
    { count: 40, texts: Array.from({ length: 40 }, () => 'x'.repeat(100_000)) },
    {
      toPart: (text) => lengths.push(text.length),
      clock: () => 0,
      yieldTask: async () => {},
      signal: new AbortController().signal,
      onProgress: () => {},
    },
  );
  expect(parts).toHaveLength(lengths.length);
  expect(Math.max(...lengths)).toBeLessThan(400_000);
  expect(lengths.reduce((sum, length) => sum + length, 0)).toBe(4_000_000);
});
