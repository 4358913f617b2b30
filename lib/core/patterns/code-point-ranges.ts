import { setBounded } from '#core/util/lru';

/** A range of code points, both ends included. */
export type CodePointRange = readonly [first: number, last: number];

const MAX_CODE_POINT = 0x10_ffff;
const BLOCK_SIZE = 0x1000;
const SURROGATES: CodePointRange = [0xd800, 0xdfff];
const MAX_CACHED_SETS = 100;

const cache = new Map<string, readonly CodePointRange[]>();

/**
 * Returns the code points that a character set matches in the native engine.
 * They follow the engine's version of Unicode and its case folding.
 *
 * @throws SyntaxError if `source` is not a character set.
 */
export function findCodePointRanges(source: string, ignoreCase: boolean): readonly CodePointRange[] {
  const key = `${Number(ignoreCase)}${source}`;
  const ranges = cache.get(key) ?? collectRanges(new RegExp(`(?:${source})+`, ignoreCase ? 'giu' : 'gu'));
  setBounded(cache, key, ranges, MAX_CACHED_SETS);
  return ranges;
}

function collectRanges(runs: RegExp): readonly CodePointRange[] {
  const ranges: [number, number][] = [];
  const add = (first: number, last: number): void => {
    const previous = ranges.at(-1);
    if (previous?.[1] === first - 1) previous[1] = last;
    else ranges.push([first, last]);
  };
  for (let start = 0; start <= MAX_CODE_POINT; start += BLOCK_SIZE) {
    for (const [first, length] of findRuns(runs, start)) add(first, first + length - 1);
  }
  return ranges;
}

function* findRuns(runs: RegExp, start: number): Iterable<readonly [first: number, length: number]> {
  const codePoints = Array.from({ length: BLOCK_SIZE }, (_, index) => start + index);
  if (start + BLOCK_SIZE > SURROGATES[0] && start <= SURROGATES[1]) {
    // Adjacent surrogates in one string would form a pair, so each is tested alone.
    for (const codePoint of codePoints) {
      if (String.fromCodePoint(codePoint).search(runs) !== -1) yield [codePoint, 1];
    }
    return;
  }
  const width = start > 0xffff ? 2 : 1;
  const block = codePoints.map((codePoint) => String.fromCodePoint(codePoint)).join('');
  for (const { index, 0: run } of block.matchAll(runs)) {
    yield [start + index / width, run.length / width];
  }
}
