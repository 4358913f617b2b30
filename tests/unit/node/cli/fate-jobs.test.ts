import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultPipelineSettings } from '#core/pipeline/pipeline-settings';
import { noPolicy } from '#core/report/finding-policy';
import type { CliDeps } from '#node/cli/cli-deps';
import type { InputBlock } from '#node/cli/input/read-input';
import type { CheckSettings } from '#node/cli/validate/check/check-settings';
import { FatePredictor } from '#node/cli/validate/check/fate-predictor';
import { FateTracker } from '#node/cli/validate/check/fate-tracker';
import { ItemChecker } from '#node/cli/validate/check/item-checker';
import { CheckPool } from '#node/cli/validate/check-pool';
import { startLocalWorker, workerDeps } from './local-worker';
import { runOn } from './run-cli';

const RECEIVED_AT = Date.UTC(2026, 10, 27, 10, 15);
const HOUR_MS = 3_600_000;

const eventOf = (overrides: object = {}) => ({
  ...{ eid: 'INTERACT', ets: RECEIVED_AT - 1000, ver: '3.0', mid: 'INTERACT:1' },
  actor: { id: 'learner-7', type: 'User' },
  context: { channel: 'learn', env: 'player', pdata: { id: 'prod.sunbird.portal' } },
  object: { id: 'do_1', type: 'Content' },
  edata: { type: 'TOUCH', id: 'next' },
  ...overrides,
});
const batchOf = (msgid: string, ...events: readonly object[]) => ({
  ...{ id: 'api', ver: '3.0', ets: 1, params: { msgid } },
  events,
});
const settings: CheckSettings = {
  ...{ rules: ['envelope', 'definition'], pipeline: 'sunbird-5.0', severity: 'info', isQuiet: false, filter: '' },
  ...{ format: 'json', isColored: false, policy: noPolicy, configFile: null, schemas: [], baseline: null },
  ...{ updatesBaseline: false, showsFile: true, collectsReport: true, collectsSources: true, collectsStats: false },
  ...{
    collectsStreamItems: true,
    collectsSessionItems: true,
    receivedAt: null,
    fate: defaultPipelineSettings['sunbird-5.0'],
  },
};

/** Checks blocks of lines in this number of threads. Returns all of their results. */
async function check(
  blocks: readonly (readonly string[])[],
  jobs: number,
  checkSettings: CheckSettings,
): Promise<object> {
  const tracker = new FateTracker(defaultPipelineSettings['sunbird-5.0']);
  const predictor = new FatePredictor(defaultPipelineSettings['sunbird-5.0'], checkSettings.receivedAt);
  const pool = new CheckPool(startLocalWorker, checkSettings, jobs, tracker);
  const checked: object[] = [];
  let index = 0;
  for (const file of ['one.ndjson', 'two.ndjson']) {
    const checker = new ItemChecker(checkSettings, file, [], predictor);
    for await (const block of pool.check(toBlocks(blocks), file, checker, () => index)) {
      index += block.items;
      if (block.fates !== null) tracker.addCounts(block.fates);
      checked.push({ ...block, fates: null, out: new TextDecoder().decode(block.out) });
    }
  }
  await pool.stop();
  return { checked, fates: tracker.fates };
}

async function* toBlocks(blocks: readonly (readonly string[])[]): AsyncGenerator<InputBlock> {
  let firstLine = 1;
  for (const lines of blocks) {
    const bytes = new TextEncoder().encode(lines.join(''));
    yield { chunks: [bytes], byteLength: bytes.length, firstLine, lineCount: lines.length };
    firstLine += lines.length;
  }
}

const event = fc
  .record({
    mid: fc.constantFrom('a', 'b', 'c', '', 'Bearer abcdefghijklmnop1234'),
    syncts: fc.constantFrom(
      undefined,
      RECEIVED_AT,
      RECEIVED_AT + HOUR_MS - 1,
      RECEIVED_AT + HOUR_MS,
      RECEIVED_AT + 3 * HOUR_MS,
    ),
    eid: fc.constantFrom('INTERACT', 'LOG', 'INTERRUPT'),
    edata: fc.constantFrom({ type: 'TOUCH', id: 'next' }, { type: 'TOUCH' }),
    flags: fc.constantFrom(undefined, { pp_duplicate: true }),
  })
  .map(eventOf);
const line = fc.oneof(
  { weight: 6, arbitrary: event.map((json) => `${JSON.stringify(json)}\n`) },
  fc
    .tuple(fc.constantFrom('x', 'y'), fc.array(event, { maxLength: 3 }))
    .map(([msgid, events]) => `${JSON.stringify(batchOf(msgid, ...events))}\n`),
  fc.constantFrom('\n', '{"a":\n', '{"method":"interact","args":[{"type":"TOUCH","id":"a"}]}\n'),
);
const lineBlocks = fc.array(fc.array(line, { minLength: 1, maxLength: 5 }), { maxLength: 8 });

describe('fates with several threads', () => {
  it.each([2, 4])('%i threads find the same fates as one thread', async (jobs) => {
    const filters = fc.constantFrom('', 'kind:interact', 'is:invalid', 'fate:duplicate');
    await fc.assert(
      fc.asyncProperty(lineBlocks, filters, fc.boolean(), async (blocks, filter, isQuiet) => {
        const checkSettings = { ...settings, filter, isQuiet };
        expect(await check(blocks, jobs, checkSettings)).toEqual(await check(blocks, 1, checkSettings));
      }),
      { numRuns: 60 },
    );
  });

  it('a large input has the same output, summary and report with several threads', async () => {
    const data = 'x'.repeat(8_000);
    const log = (overrides: object) =>
      eventOf({ eid: 'LOG', edata: { type: 'api', level: 'INFO', message: data }, ...overrides });
    const lines = Array.from({ length: 2_700 }, (_, index) => {
      const mid = `LOG:${index % 1_900}`;
      const json = index % 50 === 0 ? batchOf(`batch-${index % 900}`, log({ mid }), eventOf({ mid })) : log({ mid });
      return `${JSON.stringify(json)}\n`;
    });
    const outputs: string[] = [];
    for (const jobs of ['1', '3']) {
      const files: string[] = [];
      const writeText: CliDeps['writeText'] = async (_, texts) => {
        files.push([...texts].join(''));
      };
      const { deps, countStarted } = workerDeps();
      const args = ['validate', '-', '--fate', '--no-config', '--jobs', jobs, '--report', 'report.json'];
      const outcome = await runOn(lines.join(''), args, { chunkBytes: 256 * 1024, deps: { ...deps, writeText } });
      outputs.push([outcome.code, outcome.err, outcome.out, ...files].join('\n'));
      expect(countStarted()).toBe(jobs === '1' ? 0 : 2);
    }
    expect(outputs[0]).toContain('duplicate-batch');
    expect(outputs[0] === outputs[1]).toBe(true);
  });
});
