import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';

it('the whole core runs in Node without a bundler: it reads, correlates, validates, filters and exports a HAR file', () => {
  const script = 'tests/source/whole-core.ts';
  const outcome = JSON.parse(execFileSync(process.execPath, ['--import', 'tsx', script], { encoding: 'utf8' }));
  expect(outcome.modules).toBeGreaterThan(200);
  expect(outcome).toMatchObject({
    read: { source: 'requests', events: 1 },
    requests: [2],
    verdicts: ['invalid'],
    filtered: [1],
    judged: 'passed',
    exportedLines: 1,
  });
});
