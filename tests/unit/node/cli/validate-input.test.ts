import { createReadStream } from 'node:fs';
import { PassThrough, Writable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { runValidate } from '#node/cli/validate/validate-command';
import { eventOf } from '../../core/telemetry/sample-events';
import { idleDeps, runCli } from './run-cli';
import { validateOpened, validateText } from './run-validate';

const call = { method: 'interact', args: [{ type: 'TOUCH', id: 'next' }] };
const wrongCall = { method: 'interact', args: [{ type: 'click', id: 'next' }] };
const event = eventOf('log', { type: 'system', level: 'INFO', message: 'जल चक्र खुला 💧' });
const batch = { id: 'api.sunbird.telemetry', ver: '3.0', params: { msgid: 'm1' }, ets: 1, events: [event, event] };

const lines = (...items: unknown[]) => items.map((item) => `${JSON.stringify(item)}\n`).join('');
const requestEntry = (text: string, more = {}) => ({
  request: { method: 'POST', postData: { mimeType: 'x', text, ...more } },
});

describe('printed keys', () => {
  it('a key of an event contains no terminal escape sequence in the output', async () => {
    const { out } = await validateText(lines({ method: 'interrupt', args: [{ type: 'x', '\u001b[2J': 1 }] }), [
      '--format=pretty',
      '-',
    ]);
    expect(out).not.toContain('\u001b');
  });
});

describe('redaction', () => {
  const token = `eyJ${'a'.repeat(20)}.eyJ${'b'.repeat(20)}.sig`;

  it.each([
    [
      'a call',
      { method: 'log', args: [{ type: 'api', level: 'INFO', message: `sent ${token}` }] },
      ['data', 'message'],
    ],
    ['an event', eventOf('log', { type: 'api', level: 'INFO', message: `sent ${token}` }), ['edata', 'message']],
  ])('a secret in %s is an error of the rule set privacy', async (_, item, path) => {
    const { lines: out, code } = await validateText(lines(item));
    expect(out).toMatchObject([{ verdict: 'invalid', findings: [{ ruleSet: 'privacy', code: 'secret', path }] }]);
    expect(code).toBe(1);
  });

  it('a secret in a call is not printed, even if another finding is about it', async () => {
    const { out } = await validateText(lines({ method: 'log', args: [{ type: 'api', level: token, message: 'x' }] }));
    expect(out).toContain('privacy');
    expect(out).not.toContain('eyJ');
  });
});

it('validate reads JSON lines with a byte order mark, carriage returns, blank lines and no line feed at the end', async () => {
  const { lines: out, code } = await validateText(
    `\ufeff\r\n${JSON.stringify(call)}\r\n\r\n  \n${JSON.stringify(event)}`,
  );
  expect(out.map(({ kind, verdict }) => [kind, verdict])).toEqual([
    ['interact', 'valid'],
    ['log', 'valid'],
  ]);
  expect(code).toBe(0);
});

it.each([
  ['a multiline JSON array', JSON.stringify([call, event], null, 2), 2],
  ['a JSON array in one line', JSON.stringify([call, event, call]), 3],
  ['a multiline event', JSON.stringify(event, null, 2), 1],
  ['a multiline batch', JSON.stringify(batch, null, 2), 2],
  ['batches among JSON lines', lines(call, batch, event), 4],
  ['an array with a batch in it', JSON.stringify([batch, call]), 3],
  ['an array with an item per line', `[\n${JSON.stringify(call)},\n${JSON.stringify(call)}\n]`, 2],
  ['an array with one item on its own line', `[\n${JSON.stringify(call)}\n]`, 1],
])('validate reads %s', async (_, text, count) => {
  for (const chunkBytes of [1, 7, 100_000]) {
    const { lines: out, code } = await validateText(text, ['-'], chunkBytes);
    expect(out.map(({ index }) => index)).toEqual(Array.from({ length: count }, (_, index) => index));
    expect(code).toBe(0);
  }
});

it('validate reads a batch with events without edata', async () => {
  const { lines: out } = await validateText(JSON.stringify({ ...batch, events: [{ eid: 'LOG', mid: 'm1' }] }));
  expect(out).toMatchObject([{ kind: 'log', verdict: 'invalid' }]);
});

it('validate reads the telemetry requests of a HAR file, detected by their bodies', async () => {
  const entries = [
    { request: { method: 'GET' } },
    requestEntry('name=value'),
    requestEntry('{"events":[{"name":"click"}]}'),
    requestEntry(JSON.stringify(batch)),
    requestEntry(Buffer.from(JSON.stringify(batch)).toString('base64'), { encoding: 'base64' }),
  ];
  const { lines: out, code } = await validateText(JSON.stringify({ log: { version: '1.2', entries } }, null, 1));
  expect(out).toHaveLength(4);
  expect(code).toBe(0);
});

it('validate reads each event once from a HAR file with a redirect and a service worker', async () => {
  const text = JSON.stringify({ ...batch, events: [event] });
  const entry = (second: number, path: string, response: object) => ({
    startedDateTime: `2026-11-20T10:00:0${second}.000Z`,
    time: 1_000,
    request: { method: 'POST', url: `http://collector.test${path}`, postData: { mimeType: 'x', text } },
    response,
  });
  const entries = [
    entry(1, '/v1', { status: 307, redirectURL: '/v2' }),
    entry(2, '/v2', { status: 200, redirectURL: '' }),
    entry(0, '/v1', { status: 200, redirectURL: '', _fetchedViaServiceWorker: true }),
    entry(9, '/v1', { status: 200, redirectURL: '' }),
  ];
  const { lines: out } = await validateText(JSON.stringify({ log: { version: '1.2', entries } }));
  expect(out).toHaveLength(2);
});

it('validate reads a file', async () => {
  const file = new URL('../../../fixtures/telemetry/calls.ndjson', import.meta.url).pathname;
  const { lines: out, code } = await validateOpened((path) => createReadStream(path), [file]);
  expect(out.map(({ verdict }) => verdict)).toEqual(['valid', 'invalid', 'valid', 'unknown']);
  expect(code).toBe(1);
});

it('validate reads the event of each record of a capture file, or its call', async () => {
  const record = { row: 1, event: { json: event }, call: null };
  const callRecord = { row: 2, event: null, call: { method: 'interact', args: call.args } };
  const capture = { format: 'telemetry-v3-capture', version: 1, records: [record, callRecord] };
  for (const text of [JSON.stringify(capture), JSON.stringify(capture, null, 1)]) {
    const { lines: out, code } = await validateText(text);
    expect(out.map(({ kind, verdict }) => [kind, verdict])).toEqual([
      ['log', 'valid'],
      ['interact', 'valid'],
    ]);
    expect(code).toBe(0);
  }
});

it.each([
  ['a line', lines({ ...batch, params: {} })],
  ['several lines', JSON.stringify({ ...batch, params: {} }, null, 2)],
])('findings about a batch in %s are printed to the standard error', async (_, text) => {
  const { err, code } = await validateText(text);
  expect(err).toBe(
    'Line 1: Batch: params.msgid is required. Expected a string: message ID, which servers use to drop duplicates.\n',
  );
  expect(code).toBe(0);
});

describe('items that are neither calls nor events', () => {
  it.each([
    [7, 'Expected a call {"method", "args"} or an event {"eid", …}; got 7.'],
    [{ a: 1 }, 'The object has neither method nor eid. Expected a call {"method", "args"} or an event {"eid", …}.'],
    [{ method: 'log' }, 'args must be an array of the call’s arguments.'],
    [{ method: 'initialize', args: [] }, '; got "initialize".'],
  ])(
    'an item that is neither a call nor an event has the verdict unknown, and a finding with the reason: %j',
    async (item, message) => {
      const { lines: out, code } = await validateText(lines(item));
      expect(out).toHaveLength(1);
      expect(out[0]).toMatchObject({ index: 0, kind: null, verdict: 'unknown' });
      expect(out[0]?.findings[0]?.message).toContain(message);
      expect(code).toBe(1);
    },
  );
});

it('validate reports the line, column and reason of a line that is not JSON, and checks the other lines', async () => {
  const { lines: out, code } = await validateText(`${lines(call)}{"method": }\n${lines(call)}`);
  expect(out.map(({ verdict }) => verdict)).toEqual(['valid', 'unknown', 'valid']);
  expect(out[1]).toMatchObject({
    line: 2,
    findings: [{ ruleSet: 'format', code: 'not-json', message: 'Column 12: Expected a value; got }.' }],
  });
  expect(code).toBe(1);
});

it('validate reports a truncated first line, and checks the other lines', async () => {
  const { lines: out, code } = await validateText(`{"method":"log","ar\n${lines(call)}`);
  expect(out).toMatchObject([
    { line: 1, findings: [{ message: 'Column 17: Unclosed string.' }] },
    { verdict: 'valid' },
  ]);
  expect(code).toBe(1);
});

it('validate reports a syntax error in a JSON text of several lines', async () => {
  const { lines: out, code } = await validateText('\n{\n  "eid": "LOG",\n}\n');
  expect(out).toMatchObject([{ line: 4, findings: [{ message: 'Column 1: Trailing comma before }. Remove it.' }] }]);
  expect(code).toBe(1);
});

it('the first twenty notices are printed, and the others are counted', async () => {
  const { err } = await validateText(lines({ ...batch, params: {} }).repeat(50), ['-'], 1000);
  expect(err.trim().split('\n')).toHaveLength(21);
  expect(err).toContain('… and 30 more.');
});

it.each(['', '\n \n', '[]', '{"log":{"entries":[]}}'])(
  'validate reports that there is nothing to check in %j',
  async (text) => {
    const { err, code } = await validateText(text);
    expect(err).toContain('No events or calls found.');
    expect(code).toBe(2);
  },
);

it('validate reports a missing file and a directory', async () => {
  const open = (path: string) => createReadStream(path);
  expect(await validateOpened(open, ['no-such-file'])).toMatchObject({
    code: 2,
    err: "Couldn't read no-such-file: no such file.\n",
  });
  expect(await validateOpened(open, ['.'])).toMatchObject({ code: 2, err: "Couldn't read .: it is a directory.\n" });
});

it.each([
  ['a binary file', Buffer.alloc(1_000)],
  ['an archive without files', Buffer.from('504b0506'.padEnd(44, '0'), 'hex')],
  ['too many layers of compression', [1, 2, 3, 4].reduce((bytes) => gzipSync(bytes), Buffer.from('{}'))],
])('a file that cannot be read is closed: %s', async (_, bytes) => {
  let isClosed = false;
  async function* open() {
    try {
      yield bytes;
      yield bytes;
    } finally {
      isClosed = true;
    }
  }
  expect(await validateOpened(open, ['a'])).toMatchObject({
    code: 2,
    err: expect.stringContaining("Couldn't read a: "),
  });
  expect(isClosed).toBe(true);
});

it('validate stops with an error message and exit code 2 if its output is closed', async () => {
  let chunkCount = 0;
  async function* open() {
    for (; chunkCount < 1000; chunkCount += 1) yield new TextEncoder().encode(lines(wrongCall).repeat(200));
  }
  const closedOutput = new Writable({
    write: (_chunk, _encoding, done) => done(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' })),
  });
  const stderr = new PassThrough();
  expect(await runValidate(['-'], { ...idleDeps, open, stdout: closedOutput, stderr })).toBe(2);
  expect(chunkCount).toBeLessThan(10);
  expect(stderr.read().toString()).toBe("Couldn't write standard output: its reader closed it.\n");
});

it('validate stops reading while its output is not consumed', async () => {
  let chunkCount = 0;
  async function* open() {
    for (; chunkCount < 1000; chunkCount += 1) yield new TextEncoder().encode(lines(wrongCall).repeat(200));
  }
  const pendingWrites: (() => void)[] = [];
  const slowOutput = new Writable({ write: (_chunk, _encoding, done) => void pendingWrites.push(done) });
  const stderr = new Writable({ write: (_chunk, _encoding, done) => done() });
  const running = runValidate(['-'], { ...idleDeps, open, stdout: slowOutput, stderr });
  while (pendingWrites.length === 0) await new Promise((resolve) => setImmediate(resolve));
  expect(chunkCount).toBeLessThan(10);
  slowOutput.destroy();
  expect(await running).toBe(2);
});

it('validate reads a file once if it is named twice, also by a link', async () => {
  const text = '{"eid":"LOG"}\n';
  async function* open() {
    yield Buffer.from(text);
  }
  const identifyFile = async (file: string) => (file === '-' ? null : 'device:1');
  const { lines, summary } = await runCli(['validate', 'a.ndjson', './a.ndjson', 'link.ndjson', '-', '--format=json'], {
    open,
    identifyFile,
  });
  expect(lines.map(({ file }) => file)).toEqual(['a.ndjson', '-']);
  expect(summary).toContain('in 2 items of 2 files');
});
