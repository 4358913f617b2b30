import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { benchLines } from '#tests/bench/cli/bench-events';
import { runWithInput } from '#tests/bench/cli/run-with-input';

const CLI = '.output/package/dist/cli.mjs';
const INPUT_BYTES = 100_000_000;
/** `npm run bench:cli` measures the bound of 150 MB; other versions of Node.js and machines take some more. */
const MAX_RSS_MEGABYTES = 190;

describe('large inputs', () => {
  const lines = benchLines(10_000_000);
  const copies = Math.ceil(INPUT_BYTES / lines.length);

  it.each(['1', '2'])(
    '100 MB of events on standard input need less than 190 MB of memory, with --jobs %s',
    async (jobs) => {
      const { maxRssMegabytes } = await runWithInput(['node', CLI, 'validate', '-', '--jobs', jobs], lines, copies);
      expect(maxRssMegabytes).toBeGreaterThan(20);
      expect(maxRssMegabytes).toBeLessThan(MAX_RSS_MEGABYTES);
    },
  );

  it('50 MB of events on standard input give the same output with and without worker threads', () => {
    const input = Buffer.concat(Array.from({ length: 5 }, () => lines));
    const [one, two] = ['1', '2'].map((jobs) => {
      const args = ['-c', `node ${CLI} validate - --jobs ${jobs} | sha256sum`];
      return execFileSync('sh', args, { input, encoding: 'utf8' });
    });
    expect(two).toBe(one);
  });
});
