import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { CliDeps } from '#node/cli/cli-deps';
import { readFileChunks } from '#node/cli/input/read-buffers';
import { processReportDeps } from '#node/cli/report-deps';
import { batchOf, invalidTouch, touch } from '../../core/collector/received-batch';
import { runCli, runOn } from './run-cli';
import { startServe } from './run-serve';

type Serve = Awaited<ReturnType<typeof startServe>>;

const open = async function* () {};
const recordingDeps = { appendText: processReportDeps.appendText, exists: existsSync, open: readFileChunks };

/** Returns the path of a recording in a new folder, which is removed with the test. */
async function createRecordingPath(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'serve-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return join(folder, 'recorded.ndjson');
}

/** Runs `serve --run` with a command that posts these events and ends with this code. */
async function runWith(events: readonly unknown[], exitCode: number, args: readonly string[] = []) {
  const runShell: CliDeps['runShell'] = async (_, { TELEMETRY_V3_URL = '' }) => {
    for (const event of events) await fetch(TELEMETRY_V3_URL, { method: 'POST', body: JSON.stringify(event) });
    return exitCode;
  };
  return runCli(['serve', '--run', 'npm test', ...args], { open, runShell });
}

it.each([
  [[touch('a')], 0, [], 0],
  [[touch('a')], 7, [], 7],
  [[invalidTouch('a')], 0, [], 1],
  [[invalidTouch('a')], 7, [], 7],
  [[], 0, [], 1],
  [[], 0, ['--allow-empty'], 0],
  [[invalidTouch('a')], 0, ['--rules', 'ingestion'], 0],
] as const)(
  'serve --run with the events %j, exit code %i and options %j exits with %i',
  async (events, exitCode, args, expected) => {
    expect((await runWith(events, exitCode, args)).code).toBe(expected);
  },
);

it('serve --run reports that no event was received, and suggests --allow-empty', async () => {
  expect((await runWith([], 0)).err).toMatch(/No events received\. .*--allow-empty/);
});

it('serve prints no token of the URL of a rejected request', async () => {
  const runShell: CliDeps['runShell'] = async (_, { TELEMETRY_V3_URL = '' }) => {
    await fetch(`${TELEMETRY_V3_URL}/v1?access_token=hunter2-hunter2`, { method: 'POST', body: '{"events": [' });
    await fetch(`${TELEMETRY_V3_URL}/home?access_token=hunter2-hunter2`);
    return 0;
  };
  const { out } = await runCli(['serve', '--run', 'npm test', '--format', 'pretty'], { open, runShell });
  expect(out).toMatch(/rejected +\/v1\?access_token=••• .*JSON/);
  expect(out).toMatch(/rejected +\/home\?access_token=••• .*POST/);
});

it.each([
  ['after a clear of its only event', [touch('a')], 0],
  ['without events of its own after --resume', [], 1],
] as const)('serve --run %s exits with the code for the received events', async (_, events, expected) => {
  const file = await createRecordingPath();
  const first = await startServe(['--record', file], recordingDeps);
  await first.post(touch('earlier'));
  await first.end();
  const runShell: CliDeps['runShell'] = async (_command, { TELEMETRY_V3_URL = '', TELEMETRY_V3_API = '' }) => {
    for (const event of events) await fetch(TELEMETRY_V3_URL, { method: 'POST', body: JSON.stringify(event) });
    if (events.length > 0) await fetch(`${TELEMETRY_V3_API}/api/clear`, { method: 'POST' });
    return 0;
  };
  const args = ['serve', '--run', 'npm test', '--record', file, '--resume'];
  const { code, err } = await runCli(args, { ...recordingDeps, runShell });
  expect([code, /No events received/.test(err)]).toEqual([expected, expected === 1]);
});

it('serve rejects an option without another option that it requires', async () => {
  expect((await runOn('', ['serve', '--resume'])).err).toMatch(/--resume needs --record/);
  expect((await runOn('', ['serve', '--allow-empty'])).err).toMatch(/--allow-empty needs --run/);
});

it.each([
  ['run', 'a command'],
  ['host', 'an address or a host name'],
  ['ui-host', 'an address or a host name'],
  ['record', 'a file name'],
])('serve rejects an empty --%s with an error message', async (name, expected) => {
  for (const value of ['', ' ']) {
    const { code, err } = await runOn('', ['serve', '--port', '0', '--ui-port', '0', `--${name}=${value}`]);
    expect([code, err]).toEqual([2, expect.stringContaining(`--${name} must be ${expected}; got "${value}".`)]);
  }
});

it('serve --record appends received events to a file that validate reads, and --resume restores them', async () => {
  const file = await createRecordingPath();
  const secret = `Bearer ${'eyJhbGciOiJIUzI1NiJ9.'}eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U`;
  const first = await startServe(['--record', file], recordingDeps);
  await first.post(batchOf(touch('a'), invalidTouch('b')), '/run/one/v1/telemetry');
  await first.post(touch('c', { tags: [secret] }));
  await first.post([touch('d')]);
  await first.post({ data: { event: touch('e') } });
  await first.end();
  const text = await readFile(file, 'utf8');
  expect(text.trim().split('\n')).toHaveLength(4);
  expect(text).not.toContain(secret);
  expect((await runCli(['validate', file], { open: readFileChunks })).lines.map(({ mid }) => mid)).toEqual(
    ['a', 'b', 'c', 'd', 'e'].map((id) => `INTERACT:${id}`),
  );

  // A crash leaves such a file.
  await writeFile(file, `${text}{"receivedAt":17`);
  const second = await startServe(['--record', file, '--resume'], recordingDeps);
  expect(await second.getJson('/api/counts')).toMatchObject({ events: 5, requests: 4 });
  expect(await second.getJson('/api/events?run=one')).toMatchObject({
    events: [{ mid: 'INTERACT:a' }, { mid: 'INTERACT:b' }],
  });
  await second.post(touch('f'));
  const { err } = await second.end();
  expect(err).toMatch(/Loaded 4 requests .* Skipped 1 unreadable line/);
  expect((await readFile(file, 'utf8')).trim().split('\n').slice(-2)).toEqual([
    '{"receivedAt":17',
    expect.stringContaining('INTERACT:f'),
  ]);
});

it('serve --resume restores how each request ended, and when', async () => {
  const file = await createRecordingPath();
  const readEnds = async ({ getJson }: Serve) => {
    const { records } = await getJson('/api/changes');
    return records.map((record: { requests: readonly { end: unknown }[] }) => record.requests.map(({ end }) => end));
  };
  const dropping = await startServe(['--record', file, '--drop', '100%'], recordingDeps);
  await expect(dropping.post(touch('a'))).rejects.toThrow();
  const dropped = await readEnds(dropping);
  await dropping.end();
  const slow = await startServe(['--record', file, '--delay', '20ms', '--respond', '503'], recordingDeps);
  await slow.post(touch('b'));
  const delayed = await readEnds(slow);
  await slow.end();
  const resumed = await startServe(['--record', file, '--resume'], recordingDeps);
  expect(await readEnds(resumed)).toEqual([...dropped, ...delayed]);
  expect([dropped, delayed]).toMatchObject([[[{ status: 'failed' }]], [[{ httpStatus: 503, durationMs: 20 }]]]);
});

it('serve --record also records rejected bodies, which --resume restores and validate reports', async () => {
  const file = await createRecordingPath();
  const first = await startServe(['--record', file], recordingDeps);
  const postText = (body: string, contentType: string) =>
    fetch(`${first.collector}/run/one/v1/telemetry`, {
      method: 'POST',
      headers: { 'content-type': contentType },
      body,
    });
  const broken = `{"access_token": "hunter2-hunter2", "events": [${JSON.stringify(touch('a'))},`;
  await postText(broken, 'application/json');
  await postText(JSON.stringify(touch('b')), 'text/plain; charset=latin1');
  await postText('no telemetry', 'text/plain');
  const readRows = async ({ getJson }: Serve) => (await getJson('/api/events?run=one')).events;
  const recorded = await readRows(first);
  await first.end();
  const text = await readFile(file, 'utf8');
  expect(text.trim().split('\n')).toHaveLength(2);
  expect(text).not.toContain('hunter2');

  const second = await startServe(['--record', file, '--resume'], recordingDeps);
  expect(await readRows(second)).toEqual(recorded);
  expect((await second.end()).err).toMatch(/Loaded 2 requests/);
  const { lines } = await runCli(['validate', file], { open: readFileChunks });
  expect(lines.map(({ findings }) => findings)).toMatchObject([
    [{ code: 'rejected-body', message: expect.stringMatching(/not JSON\. Line 1, column/) }],
    [{ code: 'rejected-body', message: expect.stringMatching(/UTF-8; got "latin1"/) }],
  ]);
});

it('serve reports at once and at the end that the recording could not be written', async () => {
  const appendText = () => Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' }));
  const serve = await startServe(['--record', 'r.ndjson'], { appendText, exists: () => false });
  await serve.post(touch('a'));
  await expect.poll(serve.err).toContain("Couldn't write r.ndjson: no space left on the device.");
  expect(await serve.end()).toMatchObject({ code: 2, err: expect.stringContaining('no space left on the device') });
});

it('serve --fate reports the predicted fate of each event in a pipeline', async () => {
  const serve = await startServe(['--fate']);
  await serve.post(batchOf(touch('a', { ets: 1_763_620_200_400 })));
  await serve.post({ ...batchOf(touch('b')), params: { msgid: 'm-2' } });
  await serve.post(batchOf(touch('c')));
  const { events } = await serve.getJson('/api/events');
  expect(events.map(({ fate }: { fate: { reason: string } }) => fate.reason)).toEqual([
    'accepted',
    'accepted',
    'duplicate-batch',
  ]);
  const { lines, err } = await serve.end();
  expect(lines[3]).toMatchObject({ index: 2, fate: { step: 'extractor', reason: 'duplicate-batch' } });
  expect(err).toMatch(/sunbird-5\.0/);
});

it('serve --fate does not count cleared events', async () => {
  const serve = await startServe(['--fate']);
  await serve.post(batchOf(touch('a', { ets: 1_763_620_200_400 }), touch('b')));
  await fetch(`${serve.api}/api/clear`, { method: 'POST' });
  await serve.post({ ...batchOf(touch('a', { ets: 1_763_620_200_400 })), params: { msgid: 'm-2' } });
  const { err } = await serve.end();
  expect(err).toMatch(/Fate in \S+: 1 accepted[;.]/);
});
