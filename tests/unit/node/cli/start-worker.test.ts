import { expect, it } from 'vitest';
import { createWorkerStarter } from '#node/cli/validate/start-worker';
import { eventOf } from '../../core/telemetry/sample-events';
import { runCli } from './run-cli';

const encoder = new TextEncoder();
const event = eventOf('log', { type: 'system', level: 'INFO', message: 'a' });
const invalidEvent = eventOf('log', { type: 'system', level: 'WRONG', message: 'a' });
/** A megabyte of lines. */
const lines = encoder.encode(`${JSON.stringify(event)}\n${JSON.stringify(invalidEvent)}\n`.repeat(1_500));

/** Yields more than 20 MB, so that worker threads start, then more until `isEnough` is true. */
async function* openLines(isEnough: () => boolean, more: Uint8Array = lines) {
  for (let megabytes = 0; megabytes < 25; megabytes += 1) yield lines;
  while (!isEnough()) {
    yield more;
    // Messages of workers arrive in a task of their own.
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Starts real workers. Counts the blocks that they checked, and the workers that failed. */
function createCountingStarter(maxOldMb?: number) {
  const counts = { checked: 0, failed: 0 };
  const start = createWorkerStarter(maxOldMb);
  const startWorker: typeof start = (settings) => {
    const worker = start(settings);
    return {
      ...worker,
      listen: (listeners) =>
        worker.listen({
          ...listeners,
          onResponse(response) {
            counts.checked += 1;
            listeners.onResponse(response);
          },
          onError(error) {
            counts.failed += 1;
            listeners.onError(error);
          },
        }),
    };
  };
  return { startWorker, counts };
}

it('a worker thread runs from the sources, with the same findings as the main thread', async () => {
  const { startWorker, counts } = createCountingStarter();
  const args = ['stats', '-', '--jobs', '2', '--format', 'json'];
  const { code, out, err } = await runCli(args, { open: () => openLines(() => counts.checked > 3), startWorker });
  expect([code, err]).toEqual([0, '']);
  const { items, kinds, rules } = JSON.parse(out);
  expect(kinds).toEqual([{ eid: 'LOG', items, invalid: items / 2 }]);
  expect(rules).toContainEqual({
    ruleSet: 'definition',
    code: 'not-in-list',
    severity: 'error',
    findings: items / 2,
  });
});

it('a worker thread imports schemas, with the same findings as the main thread', async () => {
  const { startWorker, counts } = createCountingStarter();
  const schema = { properties: { edata: { properties: { level: { const: 'INFO' } } } } };
  const args = ['stats', '-', '--jobs', '2', '--format', 'json', '--rules', 'none', '--schemas', 'log.json'];
  const { code, out, err } = await runCli(args, {
    open: () => openLines(() => counts.checked > 3),
    readBytes: async () => encoder.encode(JSON.stringify(schema)),
    startWorker,
  });
  expect([code, err]).toEqual([0, '']);
  const { items, rules } = JSON.parse(out);
  expect(rules).toEqual([{ ruleSet: 'schema:log', code: 'not-in-list', severity: 'error', findings: items / 2 }]);
});

it('a worker thread that runs out of memory ends the run with an error message, the summary and exit code 2', async () => {
  const { startWorker, counts } = createCountingStarter(24);
  const long = encoder.encode(`${JSON.stringify({ ...(event as object), tags: ['a'.repeat(12_000_000)] })}\n`);
  const args = ['validate', '-', '--quiet', '--jobs', '2', '--format', 'json'];
  const open = () => openLines(() => counts.failed > 0, long);
  const { code, err, summary } = await runCli(args, { open, startWorker });
  expect(counts.failed).toBe(1);
  expect(err).toBe("Couldn't check all of standard input: a worker thread ran out of memory. Use --jobs 1.\n");
  expect(summary).toMatch(/^[\d,]+ errors, .* in [\d,]+ items of 1 file/);
  expect(code).toBe(2);
});
