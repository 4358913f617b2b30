import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { describeSharedData } from '#tests/fixtures/shared-data';
import { type Outcome, runCli, runOn } from './run-cli';

const RECEIVED_AT = Date.UTC(2026, 10, 27, 10, 15);

const eventOf = (overrides: object = {}) => ({
  eid: 'INTERACT',
  ets: RECEIVED_AT - 1000,
  ver: '3.0',
  mid: 'INTERACT:1',
  actor: { id: 'learner-7', type: 'User' },
  context: { channel: 'learn', env: 'player', pdata: { id: 'prod.sunbird.app' } },
  object: { id: 'do_1', type: 'Content' },
  edata: { type: 'TOUCH', id: 'next' },
  ...overrides,
});
const linesOf = (...overridesPerEvent: readonly object[]) =>
  overridesPerEvent.map((overrides) => `${JSON.stringify(eventOf(overrides))}\n`).join('');
const validate = (text: string, ...args: readonly string[]) => runOn(text, ['validate', '-', '--fate', ...args]);

interface Fate {
  readonly step: string;
  readonly reason: string;
  readonly params: object;
  readonly effects: readonly { readonly reason: string }[];
  readonly message: string;
  readonly related?: object;
}
const fatesIn = ({ lines }: Outcome): readonly Fate[] => lines.map((line) => (line as unknown as { fate: Fate }).fate);
const reasonsIn = (outcome: Outcome) => fatesIn(outcome).map(({ reason }) => reason);

it('each event has its fate, and a duplicate refers to the first event', async () => {
  const text = linesOf({}, { mid: 'INTERACT:2', edata: { type: 'TOUCH' } }, { actor: { id: 'job', type: 'System' } });
  const outcome = await validate(text, '--no-config');
  expect(fatesIn(outcome)).toEqual([
    {
      ...{ step: 'druid-validator', reason: 'accepted', params: {}, effects: [] },
      message: 'The pipeline accepts the event.',
    },
    {
      step: 'preprocessor',
      reason: 'invalid',
      params: { ruleSet: 'ingestion', code: 'missing', path: 'edata.id', fields: ['edata.id'] },
      effects: [],
      message: 'The preprocessor rejects the event: edata.id fails its schema (ingestion/missing).',
    },
    {
      step: 'druid-validator',
      reason: 'duplicate',
      params: { row: 1 },
      effects: [{ step: 'denormalization', reason: 'user-not-joined', params: { cause: 'actor-type' } }],
      message:
        'The Druid validator drops the event, whose mid is that of event 1. No user data is joined, as actor.type isn’t User.',
      related: { index: 0, line: 1 },
    },
  ]);
  expect(outcome.err).toBe('Fate in sunbird-5.0: 1 accepted, 1 invalid, 1 duplicate; 1 user-not-joined.\n');
});

it('a duplicate of an event in another file is found', async () => {
  async function* open() {
    yield new TextEncoder().encode(linesOf({}));
  }
  const { lines } = await runCli(['validate', 'a.ndjson', 'b.ndjson', '--fate'], { open });
  expect(lines[1]).toMatchObject({ file: 'b.ndjson', fate: { related: { index: 0, file: 'a.ndjson', line: 1 } } });
});

it('an event with a repeated mid is a duplicate only within an hour of receipt', async () => {
  const text = linesOf(
    { syncts: RECEIVED_AT },
    { syncts: RECEIVED_AT + 3_599_999 },
    { syncts: RECEIVED_AT + 3_600_000 },
  );
  expect(reasonsIn(await validate(text))).toEqual(['accepted', 'duplicate', 'accepted']);
});

it.each([
  [[], ['accepted', 'accepted']],
  [
    ['--at', '2026-11-27T10:15:00Z'],
    ['too-old', 'accepted'],
  ],
  [[`--at=${RECEIVED_AT}`], ['too-old', 'accepted']],
  [
    ['--at', '2026-02-01'],
    ['accepted', 'accepted'],
  ],
])('the age of an event is measured against its time of receipt, with %j', async (args, reasons) => {
  const old = { ets: Date.UTC(2026, 0, 1) };
  const text = linesOf({ mid: 'a', ...old }, { mid: 'b', syncts: Date.UTC(2026, 0, 2), ...old });
  expect(reasonsIn(await validate(text, ...args))).toEqual(reasons);
});

it('an --at that is not a time is rejected', async () => {
  const { code, err } = await runOn('', ['validate', '-', '--at', 'yesterday', '--fate']);
  const sentence = '--at must be a time such as 2026-11-27T10:15:00Z, or milliseconds since 1970';
  expect([code, err]).toEqual([2, expect.stringContaining(sentence)]);
});

it('the time of receipt of a capture record is the time when it was recorded', async () => {
  const record = (row: number, at: number, mid: string) => ({ row, at, event: { json: eventOf({ mid, ets: 0 }), at } });
  const capture = {
    format: 'telemetry-v3-capture',
    version: 1,
    records: [record(1, 1000, 'a'), record(2, RECEIVED_AT, 'b')],
  };
  expect(reasonsIn(await validate(JSON.stringify(capture)))).toEqual(['accepted', 'too-old']);
});

const batchOf = (msgid: string, ...overridesPerEvent: readonly object[]) =>
  JSON.stringify({ id: 'api.telemetry', params: { msgid }, events: overridesPerEvent.map(eventOf) });

it('a batch with a repeated msgid is a duplicate, and its events are not checked for duplicates', async () => {
  const outcome = await validate(
    [batchOf('m1', { mid: 'a' }), batchOf('m1', { mid: 'b' }), batchOf('m2', { mid: 'b' })].join('\n'),
  );
  expect(fatesIn(outcome).map(({ step, reason, params }) => [step, reason, params])).toEqual([
    ['druid-validator', 'accepted', {}],
    ['extractor', 'duplicate-batch', { row: 1 }],
    ['druid-validator', 'accepted', {}],
  ]);
});

const largeEvent = (mid: string) => ({
  mid,
  edata: { type: 'TOUCH', id: 'x', extra: { text: 'x'.repeat(1_000_000) } },
});
const largeBatch = (count: number) =>
  batchOf('m1', ...Array.from({ length: count }, (_, index) => largeEvent(`m${index}`)));

it.each([
  ['the first line', 6, 'batch-too-large', ''],
  ['the first line', 4, 'accepted', ''],
  ['a later line', 6, 'batch-too-large', `${batchOf('m0', { mid: 'a' })}\n`],
])('all events of a batch in %s with %i MB have the fate %s', async (_, count, reason, before) => {
  const text = `${before}${largeBatch(count)}\n`;
  const outcome = await runOn(text, ['validate', '-', '--fate'], { chunkBytes: 100_000 });
  expect(reasonsIn(outcome).slice(before === '' ? 0 : 1)).toEqual(Array.from({ length: count }, () => reason));
});

it('events of a batch that is parsed incrementally have the msgid of the batch', async () => {
  const text = `[${batchOf('m1', {}).replace(']', `],"pad":"${'x'.repeat(2_000_000)}"`)}]`;
  expect(reasonsIn(await runOn(text, ['validate', '-', '--fate'], { chunkBytes: 100_000 }))).toEqual(['accepted']);
  const truncatedBatch = largeBatch(3).slice(0, -40);
  const outcome = await runOn(truncatedBatch, ['validate', '-', '--fate'], { chunkBytes: 100_000 });
  expect(outcome.lines.map(({ eid, verdict }) => [eid, verdict])).toEqual([
    ['INTERACT', 'valid'],
    ['INTERACT', 'valid'],
    [null, 'unknown'],
  ]);
});

const rejectionFlags = { flags: { pp_validation_processed: false }, metadata: { pp_error: 'fieldname: "/edata"' } };
const event = JSON.stringify(eventOf(rejectionFlags));

it.each([
  ['kafka-console-consumer with timestamps and keys', `CreateTime:1763620200000\tdid-1\t${event}`],
  [
    'kafka-console-consumer with all properties',
    `CreateTime:1763620200000\tPartition:0\tOffset:5\tNO_HEADERS\tnull\t${event}`,
  ],
  ['a key that is JSON', `{"did":"did-1"}\t${event}`],
  ['kcat with a format of its own', `12345:${event}`],
  [
    'kcat with keys and values in lines',
    `Key (5 bytes): did-1\nValue (700 bytes): ${event}\nPartition: 0\tOffset: 5\n--`,
  ],
  ['kafka-ui as CSV', `5,1763620200000,did-1,"${event.replaceAll('"', '""')}"`],
  ['kcat -J', JSON.stringify({ topic: 't', partition: 0, offset: 5, ts: 1_763_620_200_000, key: 'k', payload: event })],
])('lines of %s are read with the fate that the pipeline recorded', async (_, line) => {
  const { lines } = await validate(`${line}\n${line.replaceAll('INTERACT:1', 'INTERACT:2')}\n`);
  const observed = { step: 'preprocessor', reason: 'invalid', params: { path: 'edata' } };
  const expected = { eid: 'INTERACT', verdict: 'valid', findings: [{ code: 'other-fate' }] };
  expect(lines).toMatchObject([
    { ...expected, mid: 'INTERACT:1', fate: { reason: 'accepted', observed } },
    { ...expected, mid: 'INTERACT:2', fate: { reason: 'accepted', observed } },
  ]);
});

it('a batch of a HAR file has the start time of its request as time of receipt, and its retry is dropped', async () => {
  const entry = (minutes: number, text: string) => ({
    startedDateTime: new Date(RECEIVED_AT + minutes * 60_000).toISOString(),
    time: 5,
    request: {
      method: 'POST',
      url: 'https://example.org/v1/telemetry',
      postData: { mimeType: 'application/json', text },
    },
    response: { status: 200 },
  });
  const old = batchOf('m2', { mid: 'b', ets: 0 });
  const entries = [entry(0, batchOf('m1', { mid: 'a' })), entry(1, batchOf('m1', { mid: 'a' })), entry(2, old)];
  const har = JSON.stringify({
    log: { version: '1.2', entries: [...entries, entry(70, batchOf('m1', { mid: 'a' }))] },
  });
  expect(reasonsIn(await validate(har))).toEqual(['accepted', 'duplicate-batch', 'too-old', 'accepted']);
});

it('a configuration sets limits of the pipeline', async () => {
  const withSettings = (pipelineSettings: object) => ({ readText: async () => JSON.stringify({ pipelineSettings }) });
  const text = linesOf({ syncts: RECEIVED_AT }, { syncts: RECEIVED_AT + 7_200_000, ets: Date.UTC(2026, 6, 1) });
  const run = (settings: object) =>
    runOn(text, ['validate', '-', '--fate', '--config', 'c.json'], { deps: withSettings(settings) });
  expect(reasonsIn(await run({}))).toEqual(['accepted', 'too-old']);
  expect(reasonsIn(await run({ maxAgeMonths: null }))).toEqual(['accepted', 'accepted']);
  expect(reasonsIn(await run({ maxAgeMonths: 9, duplicateWindowMs: 8_000_000 }))).toEqual(['accepted', 'duplicate']);
  expect((await run({ maxAgeMonth: 9 })).err).toContain(
    'unknown field maxAgeMonth in pipelineSettings. Did you mean maxAgeMonths?',
  );
  expect((await run({ maxAgeMonths: -1 })).code).toBe(2);
});

it('an imported schema can be the schema of an Obsrv 2 data set', async () => {
  const dataSet = { data_schema: { type: 'object', required: ['eid', 'school'] } };
  const deps = {
    findSchemaFiles: async () => null,
    readBytes: async () => new TextEncoder().encode(JSON.stringify(dataSet)),
  };
  const text = linesOf({ mid: 'a' }, { mid: 'b', school: 's1' });
  const args = ['validate', '-', '--fate', '--pipeline', 'obsrv-2'];
  expect(reasonsIn(await runOn(text, args, { deps }))).toEqual(['accepted', 'accepted']);
  const outcome = await runOn(text, [...args, '--schemas', 'data-set=data-set.json'], { deps });
  expect(fatesIn(outcome)).toMatchObject([
    { reason: 'invalid', params: { ruleSet: 'schema:data-set', path: 'school' } },
    { reason: 'accepted' },
  ]);
});

it('an event from a queue has the observed fate, and a difference from the predicted one is a finding', async () => {
  const metadata = { tv_error: 'validation failed. fieldname: "/allOf/1/properties/edata"', src: 'TelemetryValidator' };
  const flags = { tv_processed: false };
  const { lines, err } = await validate(
    linesOf({ mid: 'a', flags, metadata }, { mid: 'b', flags, metadata, edata: { type: 'TOUCH' } }),
  );
  const observed = { step: 'preprocessor', reason: 'invalid', params: { path: 'edata' } };
  expect(lines).toMatchObject([
    {
      verdict: 'valid',
      findings: [
        {
          ruleSet: 'pipeline',
          severity: 'info',
          code: 'other-fate',
          params: { observed },
          message:
            'The prediction differs from what the pipeline did. Flags of the pipeline: invalid at edata (preprocessor). The pipeline accepts the event.',
        },
      ],
      fate: { reason: 'accepted', observed },
    },
    { findings: [{ ruleSet: 'definition' }], fate: { reason: 'invalid', observed } },
  ]);
  expect(err).toContain('1 accepted, 1 invalid; 1 other-fate.');
});

it('each event has one indented fate line on a terminal, and --quiet omits accepted events', async () => {
  const text = linesOf({}, {});
  expect((await validate(text, '--format', 'pretty')).out).toBe(
    [
      'standard input',
      '  line 1  INTERACT  INTERACT:1',
      '    fate     The pipeline accepts the event.',
      '  line 2  INTERACT  INTERACT:1',
      '    fate     The Druid validator drops the event, whose mid is that of event 1. (line 1 of stdin)',
      '0 errors, 0 warnings, 0 notices in 2 items of 1 file: 2 valid, 0 invalid, 0 unknown.',
      'Fate in sunbird-5.0: 1 accepted, 1 duplicate.',
      '',
    ].join('\n'),
  );
  expect((await validate(text, '--quiet')).lines.map(({ line }) => line)).toEqual([2]);
  expect((await validate(text, '--format', 'unix')).out).toBe(
    'stdin:2:1: notice: The Druid validator drops the event, whose mid is that of event 1. [fate/duplicate]\n',
  );
});

it('validate --fate prints no secret of an event', async () => {
  const token = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJsZWFybmVyIn0.c2lnbmF0dXJlLW9mLXRoZS10b2tlbg';
  const keys = { [token]: 1, 'password=hunter2hunter': 1 };
  const { out } = await validate(linesOf({ edata: { type: token, id: 'x', ...keys } }));
  expect(out).not.toContain(token);
  expect(out).not.toContain('hunter2');
});

const PRODUCTION = '../shared/data/production';

describeSharedData(PRODUCTION, 'production events', () => {
  it('the predicted fates of the events of 2019 equal the recorded fates', async () => {
    const files = ['refused', 'accepted'].map((name) => join(PRODUCTION, `${name}.ndjson`));
    const args = ['validate', ...files, '--fate', '--pipeline', 'sunbird-2019'];
    const { err } = await runCli(args, { open: (file) => createReadStream(file) });
    expect(err).toContain('Fate in sunbird-2019: 250 invalid, 250 accepted;');
    expect(err).not.toContain('other-fate');
  });
});

it('reports have a section with the fates of all events', async () => {
  const files = new Map<string, string>();
  const extensions = ['.md', '.html', '.xml', '.sarif', '.json'];
  const reports = extensions.flatMap((extension) => ['--report', `report${extension}`]);
  const deps = {
    writeText: async (file: string, texts: Iterable<string>) => void files.set(file, [...texts].join('')),
  };
  const actor = { id: 'learner-7', type: 'System' };
  const text = linesOf({ mid: 'a' }, { mid: 'b' }, { mid: 'b', actor }, { mid: 'c', edata: { type: 'TOUCH' } });
  await runOn(text, ['validate', '-', '--fate', ...reports], { deps });
  expect(files.get('report.md')).toContain(
    [
      '### Predicted fate in sunbird-5.0',
      '',
      '| Outcome | Reason | Events |',
      '| --- | --- | ---: |',
      '| Accepted | accepted | 2 |',
      '| Dropped: duplicate | duplicate | 1 |',
      '| Rejected: invalid by the schema | invalid | 1 |',
      '| Not joined with user data | user-not-joined | 1 |',
      '',
    ].join('\n'),
  );
  expect(files.get('report.html')).toContain('<summary>Predicted fate in sunbird-5.0</summary>');
  expect(files.get('report.html')).toContain('<td>Dropped: duplicate</td><td class="muted">duplicate</td><td>1</td>');
  expect(files.get('report.xml')).toContain('Fate in sunbird-5.0: 2 accepted, 1 duplicate, 1 invalid;');
  const fates = {
    pipeline: 'sunbird-5.0',
    ends: [
      { reason: 'accepted', count: 2 },
      { reason: 'duplicate', count: 1 },
      { reason: 'invalid', count: 1 },
    ],
    effects: [{ reason: 'user-not-joined', count: 1 }],
    others: 0,
  };
  const json = JSON.parse(files.get('report.json') ?? '');
  expect(json.fates).toEqual(fates);
  expect(json.items[0]).toMatchObject({ mid: 'c', fate: { reason: 'invalid' }, verdicts: { definition: 'invalid' } });
  expect(JSON.parse(files.get('report.sarif') ?? '').runs[0].properties.fates).toEqual(fates);
});

it('a filter by fate lists matching events, and other events still count for duplicates', async () => {
  const text = linesOf({}, { mid: 'INTERACT:2', edata: { type: 'TOUCH' } }, { actor: { id: 'job', type: 'System' } });
  const duplicates = await validate(text, '--no-config', '--filter', 'fate:duplicate');
  expect(reasonsIn(duplicates)).toEqual(['duplicate']);
  expect(duplicates.err).toBe('Fate in sunbird-5.0: 1 duplicate; 1 user-not-joined.\n');
  const reasonsBy = async (filter: string) => reasonsIn(await validate(text, '--no-config', '--filter', filter));
  expect(await reasonsBy('fate:dropped')).toEqual(['invalid', 'duplicate']);
  expect(await reasonsBy('kind:interact -fate:accepted')).toEqual(['invalid', 'duplicate']);
  expect(await reasonsBy('fate:user-not-joined')).toEqual(['duplicate']);
});

it('a filter by fate is rejected if no fates are predicted', async () => {
  for (const command of ['validate', 'stats']) {
    const rejected = await runOn(linesOf({}), [command, '-', '--filter', 'fate:invalid']);
    expect(rejected.code).toBe(2);
    expect(rejected.err).toContain('“fate:invalid” can’t be used here.');
  }
});
