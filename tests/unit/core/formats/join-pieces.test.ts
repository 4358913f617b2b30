import { expect, it } from 'vitest';
import { joinPieces } from '#core/formats/join-pieces';

const createPieces = (count: number) => ({ count, texts: Array.from({ length: count }, (_, index) => `${index}\n`) });

it('joinPieces joins all parts in order, yields between parts and reports its progress', async () => {
  let time = 0;
  let yieldCount = 0;
  const progress: number[] = [];
  const parts = await joinPieces(createPieces(100), {
    toPart: (text) => text,
    clock: () => {
      time += 2;
      return time;
    },
    yieldTask: async () => {
      yieldCount += 1;
    },
    signal: new AbortController().signal,
    onProgress: (share) => void progress.push(share),
  });
  expect(parts?.join('')).toBe(createPieces(100).texts.join(''));
  expect(yieldCount).toBeGreaterThan(10);
  expect(progress).toEqual([...progress].sort((one, other) => one - other));
});

it('joinPieces stops at the next yield after a cancellation', async () => {
  const cancellation = new AbortController();
  let yieldedTexts = 0;
  function* texts() {
    for (; yieldedTexts < 1000; yieldedTexts += 1) yield 'x';
  }
  let time = 0;
  const clock = () => {
    time += 11;
    return time;
  };
  const deps = {
    toPart: (text: string) => text,
    clock,
    yieldTask: async () => cancellation.abort(),
    signal: cancellation.signal,
    onProgress: () => {},
  };
  expect(await joinPieces({ count: 1000, texts: texts() }, deps)).toBeNull();
  expect(yieldedTexts).toBeLessThan(10);
});

it('joinPieces limits the length of each part', async () => {
  const lengths: number[] = [];
  const parts = await joinPieces(
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
