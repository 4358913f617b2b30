import { describe, expect, it } from 'vitest';
import { noPolicy } from '#core/report/finding-policy';
import type { CliDeps } from '#node/cli/cli-deps';
import type { CheckSettings } from '#node/cli/validate/check/check-settings';
import type { CheckedBlock } from '#node/cli/validate/check/checked-block';
import { ItemChecker } from '#node/cli/validate/check/item-checker';
import type { CheckRequest, CheckResponse, CheckWorker } from '#node/cli/validate/check-messages';
import { CheckPool } from '#node/cli/validate/check-pool';
import { createDeferred } from '#tests/drivers/deferred';
import { startLocalWorker, workerDeps } from './local-worker';
import { runOn } from './run-cli';

/** Long, so that a large input has few lines. */
const id = 'x'.repeat(8_000);
const call = `${JSON.stringify({ method: 'interact', args: [{ type: 'TOUCH', id }] })}\n`;
const invalidCall = `${JSON.stringify({ method: 'interact', args: [{ type: 'click', id }] })}\n`;
const event = { eid: 'LOG', ets: 1, ver: '3.0', mid: 'm', actor: { id: 'a', type: 'User' }, edata: { id } };
const batch = `${JSON.stringify({ id: 'api', ver: '3.0', ets: 1, params: { msgid: 'x' }, events: [event, event, event] })}\n`;
/** The size of an input that is checked with worker threads. */
const LARGE_INPUT_BYTES = 21 * 1024 * 1024;
const CHUNK_BYTES = 256 * 1024;

it.each([
  ['an item per line', call + invalidCall],
  ['blank lines and batches', `${call}\n\n${batch}${invalidCall}`],
  ['broken lines', `${call}{"method": }\n${invalidCall}`],
])('the output with worker threads equals the output without them: %s', async (_, lines) => {
  const input = lines.repeat(Math.ceil(LARGE_INPUT_BYTES / lines.length)) + `${invalidCall}${batch}${call}`.repeat(100);
  const args = ['validate', '--quiet', '--filter', 'is:invalid'];
  const { deps, countStarted } = workerDeps();
  const parallel = await runOn(input, [...args, '--jobs', '3'], { chunkBytes: CHUNK_BYTES, deps });
  const single = await runOn(input, [...args, '--jobs', '1'], { chunkBytes: CHUNK_BYTES });
  expect(parallel.out === single.out).toBe(true);
  expect([parallel.code, parallel.err]).toEqual([single.code, single.err]);
  expect(countStarted()).toBe(2);
});

it('reports have the same item numbers with and without worker threads', async () => {
  const input = `\n${batch}`.repeat(Math.ceil(LARGE_INPUT_BYTES / batch.length)) + invalidCall;
  const files = new Map<string, string>();
  const writeText: CliDeps['writeText'] = async (file, texts) => {
    files.set(file, [...texts].join(''));
  };
  for (const jobs of ['1', '2']) {
    const deps = { ...workerDeps().deps, writeText };
    const args = ['validate', '--quiet', '--filter', 'kind:interact', '--jobs', jobs, '--report', `${jobs}.json`];
    await runOn(input, args, { chunkBytes: CHUNK_BYTES, deps });
  }
  expect(files.get('2.json')).toContain('"interact"');
  expect(files.get('2.json')).toBe(files.get('1.json'));
});

it('no worker threads are started for less than 20 MB', async () => {
  const { deps, countStarted } = workerDeps();
  await runOn(call.repeat(1_000), ['validate', '--jobs', '4'], { chunkBytes: CHUNK_BYTES, deps });
  expect(countStarted()).toBe(0);
});

it('by default, up to four threads check the input, including the main thread', async () => {
  for (const [processors, expected] of [
    [1, 0],
    [3, 2],
    [64, 3],
  ] as const) {
    const { deps, countStarted } = workerDeps();
    const input = call.repeat(Math.ceil((LARGE_INPUT_BYTES * 1.2) / call.length));
    await runOn(input, ['validate', '--quiet'], { chunkBytes: CHUNK_BYTES, deps: { ...deps, processors } });
    expect(countStarted()).toBe(expected);
  }
});

it.each(['0', '65', 'many'])('--jobs %s is an invalid option', async (jobs) => {
  const { code, err } = await runOn(call, ['validate', '--jobs', jobs]);
  expect(code).toBe(2);
  expect(err).toMatch(/^--jobs must be .*\n$/);
});

type Listeners = Parameters<CheckWorker['listen']>[0];

const emptyBlock: CheckedBlock = {
  out: new Uint8Array(),
  notes: [],
  items: 1,
  verdicts: { valid: 0, invalid: 0, unknown: 0 },
  severities: { error: 0, warning: 0, info: 0 },
  known: [],
  newBaseline: [],
  report: null,
  stats: null,
  streamItems: [],
  sessionItems: [],
  fates: null,
};
const unusedChecker: Pick<ItemChecker, 'prepare'> = {
  prepare() {
    throw new Error('The worker has room.');
  },
};

describe('worker pools', () => {
  const encoder = new TextEncoder();
  const settings: CheckSettings = {
    rules: ['definition'],
    pipeline: 'sunbird-5.0',
    severity: 'info',
    isQuiet: false,
    filter: '',
    format: 'json',
    isColored: false,
    policy: noPolicy,
    configFile: null,
    schemas: [],
    baseline: null,
    updatesBaseline: false,
    showsFile: false,
    collectsReport: false,
    collectsSources: false,
    collectsStats: false,
    collectsStreamItems: false,
    collectsSessionItems: false,
    receivedAt: null,
  };

  it('a pool yields a block as soon as it is checked, without waiting for the next block', async () => {
    const pool = new CheckPool(startLocalWorker, settings, 2);
    const inputEnd = createDeferred<void>();
    async function* blocks() {
      yield { chunks: [encoder.encode(call)], byteLength: call.length, firstLine: 1, lineCount: 1 };
      await inputEnd.promise;
    }
    const checked = pool.check(blocks(), '-', new ItemChecker(settings, '-'), () => 0);
    expect(await checked.next()).toMatchObject({ done: false, value: { items: 1 } });
    inputEnd.resolve();
    expect((await checked.next()).done).toBe(true);
  });

  it.each([
    ['fails', 'a worker thread failed: bug', ({ onError }: Listeners) => onError(new Error('bug'))],
    ['ends', 'a worker thread ended with code 7', ({ onExit }: Listeners) => onExit(7)],
    [
      'runs out of memory',
      'a worker thread ran out of memory',
      ({ onError, onExit }: Listeners) => {
        onError(Object.assign(new Error('limit'), { code: 'ERR_WORKER_OUT_OF_MEMORY' }));
        onExit(1);
      },
    ],
  ])('a pool stops if a worker %s, even if the input continues', async (_, reason, end) => {
    const start = (): CheckWorker => ({
      post: () => {},
      listen(listeners) {
        listeners.onReady();
        setImmediate(() => end(listeners));
      },
      stop: async () => {},
    });
    async function* blocks() {
      yield { tooLongLine: 1 };
      yield { tooLongLine: 2 };
      await new Promise(() => {});
    }
    const checked = new CheckPool(start, settings, 2).check(blocks(), '-', unusedChecker, () => 0);
    expect(await checked.next()).toEqual({ done: true, value: reason });
  });

  it('a run whose worker fails ends with an error message, the summary and exit code 2', async () => {
    const input = call.repeat(Math.ceil((LARGE_INPUT_BYTES * 1.1) / call.length));
    const startWorker: CliDeps['startWorker'] = () => ({
      post: () => {},
      listen(listeners) {
        listeners.onReady();
        setImmediate(() => listeners.onExit(1));
      },
      stop: async () => {},
    });
    const args = ['validate', '--jobs', '2', '--format', 'pretty'];
    const { code, err, out } = await runOn(input, args, { chunkBytes: CHUNK_BYTES, deps: { startWorker } });
    expect(code).toBe(2);
    expect(err).toBe("Couldn't check all of standard input: a worker thread ended with code 1. Use --jobs 1.\n");
    expect(out).toMatch(/0 errors, 0 warnings, 0 notices in [\d,]+ items of 1 file/);
  });

  it('a pool stops if a worker fails before it is ready', async () => {
    const start = (): CheckWorker => ({
      post: () => {},
      listen: ({ onError }) => onError(new Error('no such module')),
      stop: async () => {},
    });
    async function* blocks() {
      yield { tooLongLine: 1 };
      yield { tooLongLine: 2 };
    }
    const checked = new CheckPool(start, settings, 2).check(blocks(), '-', new ItemChecker(settings, '-'), () => 0);
    await checked.next();
    expect(await checked.next()).toEqual({ done: true, value: 'a worker thread failed: no such module' });
  });

  it('a pool checks blocks in the main thread if the queues of the workers are full', async () => {
    const requests: CheckRequest[] = [];
    let respond: (response: CheckResponse) => void = () => {};
    const start = (): CheckWorker => ({
      post: (request) => requests.push(request),
      listen({ onReady, onResponse }) {
        respond = onResponse;
        onReady();
      },
      stop: async () => {},
    });
    async function* blocks() {
      for (let line = 1; line <= 6; line += 1) yield { tooLongLine: line };
      for (const { id } of requests) {
        respond({ type: 'checked', id, checked: { ...emptyBlock, notes: ['worker'] }, buffer: null });
      }
    }
    const checker = { prepare: () => ({ items: 1, facts: [], finish: () => ({ ...emptyBlock, notes: ['main'] }) }) };
    const checkedBy: string[] = [];
    for await (const { notes } of new CheckPool(start, settings, 2).check(blocks(), '-', checker, () => 0)) {
      checkedBy.push(...notes);
    }
    expect(checkedBy).toEqual(['worker', 'worker', 'worker', 'main', 'main', 'main']);
  });

  it('a worker writes its output to the transferred buffer, which is reused after the output was read', async () => {
    const line = encoder.encode(call);
    const buffers: ArrayBufferLike[] = [];
    let respond: (response: CheckResponse) => void = () => {};
    const start = (): CheckWorker => ({
      post(request) {
        if (request.type !== 'check') throw new Error('Unexpected request for fates.');
        const { id, block, firstIndex } = request;
        const [bytes] = 'chunks' in block ? block.chunks : [];
        const buffer = bytes?.buffer as ArrayBuffer;
        buffers.push(buffer);
        const { written } = encoder.encodeInto(`{"index":${firstIndex}}\n`, new Uint8Array(buffer));
        const checked = { ...emptyBlock, out: new Uint8Array(buffer, 0, written) };
        setImmediate(() => respond({ type: 'checked', id, checked, buffer }));
      },
      listen({ onReady, onResponse }) {
        respond = onResponse;
        onReady();
      },
      stop: async () => {},
    });
    let outputs = 0;
    async function* blocks() {
      for (let count = 0; count < 8; count += 1) {
        yield { chunks: [line], byteLength: line.length, firstLine: 1, lineCount: 1 };
        while (outputs < count - 1) await new Promise((resolve) => setImmediate(resolve));
      }
    }
    for await (const { out } of new CheckPool(start, settings, 2).check(blocks(), '-', unusedChecker, () => outputs)) {
      expect(out instanceof Uint8Array ? new TextDecoder().decode(out) : out).toBe(`{"index":${outputs}}\n`);
      outputs += 1;
    }
    expect(outputs).toBe(8);
    expect(new Set(buffers).size).toBeLessThan(5);
  });
});
