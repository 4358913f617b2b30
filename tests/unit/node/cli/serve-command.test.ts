import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import { expect, it, onTestFinished } from 'vitest';
import { createCollectedEvents } from '#core/collector/collected-events';
import { succeed } from '#core/util/result';
import type { CliDeps } from '#node/cli/cli-deps';
import { Output } from '#node/cli/output';
import { createEventPrinter, reportingText } from '#node/cli/serve/event-printer';
import { readServeOptions } from '#node/cli/serve/serve-options';
import { createDeferred } from '#tests/drivers/deferred';
import { batchOf, createReceivedBatch, invalidTouch, touch } from '../../core/collector/received-batch';
import { createTestItems } from '../collector/start-collector';
import { startUpstream } from '../collector/start-upstream';
import { runCli, runOn } from './run-cli';
import { startServe } from './run-serve';

it('serve prints its URLs, a line for each event, and totals at the end', async () => {
  const serve = await startServe();
  expect(serve).toMatchObject({ collector: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/) });
  expect((await serve.post(batchOf(touch('a'), invalidTouch('b')))).status).toBe(200);
  expect((await serve.post({ a: 1 })).status).toBe(404);
  expect((await fetch(serve.collector, { method: 'POST', body: '{"eid": "LOG",' })).status).toBe(400);
  const { code, lines, err } = await serve.end();
  expect(lines.slice(1)).toMatchObject([
    { index: 0, line: 1, kind: 'interact', verdict: 'valid', eid: 'INTERACT', mid: 'INTERACT:a', findings: [] },
    {
      index: 1,
      verdict: 'invalid',
      verdicts: { definition: 'invalid', envelope: 'valid' },
      request: { entry: 1, url: '/v1/telemetry' },
    },
    { index: 2, verdict: 'unknown', findings: [{ code: 'rejected-body' }] },
  ]);
  expect(err).toMatch(/2 errors, .* in 3 events of 1 request: 1 valid, 1 invalid, 1 unknown\./);
  expect(err).toContain(" Rejected: 1 request without telemetry, 1 request that can't be read.");
  expect(code).toBe(1);
});

it('an IPv6 address of --host and --ui-host may have the brackets of URLs', () => {
  const options = readServeOptions(['--host', '[::]', '--ui-host', '[::1]']);
  expect(options).toMatchObject({ ok: true, value: { host: '::', uiHost: '::1' } });
});

it('serve reports that it is creating a report of many events', () => {
  const totals = { requests: 1, events: 12_000, evicted: 1_000, rejected: {} };
  expect(reportingText(totals)).toBe('Validating 11,000 events for the report…');
  expect(reportingText({ ...totals, evicted: 2_000 })).toBeNull();
});

/**
 * Collects events like `serve --upstream --fate`, and returns the mids of the events in the order in which they are
 * printed.
 */
function printCollectedEvents() {
  const { judge, toItem } = createTestItems();
  const mids: string[] = [];
  const write = (line: Buffer, _: string, callback: () => void) => {
    mids.push(JSON.parse(String(line)).mid);
    callback();
  };
  const options = { format: 'json', isColored: false, toItem, hasFates: true, isForwarding: true } as const;
  const events = createCollectedEvents(judge.judge, { maxEvents: 2, evictionBatchSize: 1 });
  events.onChange(createEventPrinter(new Output(new Writable({ write })), options));
  return { events, mids };
}

it('serve prints an event of an open request when the request ends, even if older events are evicted before', () => {
  const { events, mids } = printCollectedEvents();
  events.add(createReceivedBatch(batchOf(touch('a'))));
  const end = events.add({ ...createReceivedBatch(batchOf(touch('b'))), end: { status: 'open' } });
  events.add(createReceivedBatch(batchOf(touch('c'))));
  expect(events.totals().evicted).toBe(1);
  expect(mids).toEqual(['INTERACT:a', 'INTERACT:c']);
  end({ status: 'responded', httpStatus: 200, durationMs: 1 });
  expect(mids).toEqual(['INTERACT:a', 'INTERACT:c', 'INTERACT:b']);
});

it('serve prints an event of an open request when the request ends, even if older events of its run are cleared', () => {
  const { events, mids } = printCollectedEvents();
  events.add(createReceivedBatch(batchOf(touch('a'))));
  const end = events.add({ ...createReceivedBatch(batchOf(touch('b'))), end: { status: 'open' } });
  events.clearRun('', 1);
  expect(mids).toEqual(['INTERACT:a']);
  end({ status: 'responded', httpStatus: 200, durationMs: 1 });
  expect(mids).toEqual(['INTERACT:a', 'INTERACT:b']);
});

it('serve uses the selected rules and severity', async () => {
  const serve = await startServe(['--rules', 'ingestion', '--fail-on', 'error']);
  await serve.post(batchOf(invalidTouch('a')));
  const { code, lines } = await serve.end();
  expect(lines[1]).toMatchObject({ verdict: 'valid', verdicts: { ingestion: 'valid' } });
  expect(code).toBe(0);
});

it('serve uses the pipeline limits of the configuration', async () => {
  const config = { rules: ['ingestion'], pipelineSettings: { maxEventBytes: 100 } };
  const serve = await startServe(['--config', 'c.json'], { readText: async () => JSON.stringify(config) });
  await serve.post(batchOf(touch('a')));
  const { lines } = await serve.end();
  expect(lines[1]).toMatchObject({ verdict: 'invalid', findings: [{ ruleSet: 'ingestion', code: 'out-of-range' }] });
});

it('serve writes reports when it stops', async () => {
  const reports = new Map<string, string>();
  const writeText = async (file: string, texts: Iterable<string>) => void reports.set(file, [...texts].join(''));
  const serve = await startServe(['--report', 'r.json'], { writeText });
  await serve.post(batchOf(invalidTouch('a')));
  await serve.end();
  expect(JSON.parse(reports.get('r.json') ?? '')).toMatchObject({
    format: 'telemetry-v3-report',
    totals: { items: 1, verdicts: { invalid: 1 } },
    items: [{ file: 'collector', request: { entry: 1 } }],
  });
});

it('serve reports that a port is in use, and suggests a free one', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => other.once('listening', resolve));
  onTestFinished(() => void other.close());
  const { port } = other.address() as AddressInfo;
  const { code, err } = await runOn('', ['serve', '--port', `${port}`]);
  expect(code).toBe(2);
  const program = process.platform === 'linux' ? `\\S+ \\(process ${process.pid}\\)` : 'another program';
  expect(err).toMatch(new RegExp(`Port ${port} is in use by ${program}\\. Use --port \\d+\\.`));
});

it.each([
  [['--port', '70000'], /--port must be a port/],
  [['--port', '4555', '--ui-port', '4555'], /--port and --ui-port must be different/],
  [['--respond', '99'], /--respond must be a status/],
  [['--delay', '3 days'], /--delay must be a time/],
  [['--drop', '110%'], /--drop must be a share/],
  [['--upstream', 'learn.example'], /--upstream must be an origin/],
  [['--upstream', 'https://learn.example/portal'], /--upstream must be an origin/],
  [['--upstream', 'ftp://learn.example'], /--upstream must be an origin/],
  [['--upstream', 'https://user:secret@learn.example'], /--upstream must be an origin/],
  [['--upstream', 'http://127.0.0.1:9', '--respond', '500'], /need --keep/],
  [
    ['--allow-host', 'app.test:80'],
    /--allow-host must be a host name without a port, such as app\.test; got "app\.test:80"/,
  ],
  [['--allow-host', '[::1]:8080'], /--allow-host must be a host name without a port, such as \[::1\]; got/],
  [['--allow-host', 'http://app.test'], /--allow-host must be a host name, such as app\.test; got/],
  [['--allow-host', '*.app.test'], /--allow-host must be a host name, such as app\.test; got "\*\.app\.test"/],
  [['--keep'], /--keep needs --upstream/],
  [['--inject'], /--inject needs --upstream/],
  [['--upstream', 'http://127.0.0.1:9', '--inject'], /no script of pages/],
  [['--format', 'xml'], /--format must be pretty, json or none/],
  [['events.ndjson'], /serve takes no files/],
  [['--report', 'r.pdf'], /Unknown file extension: r\.pdf/],
])('serve rejects %j', async (args, sentence) => {
  const { code, err } = await runOn('', ['serve', ...args]);
  expect([code, err]).toEqual([2, expect.stringMatching(sentence)]);
});

it('serve acts as a proxy of an upstream, records the upstream’s responses, and writes no token', async () => {
  const upstream = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(request.method === 'POST' ? 503 : 200).end('upstream'));
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => upstream.once('listening', resolve));
  onTestFinished(() => void upstream.close());
  const origin = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`;
  let recorded = '';
  const appendText = async (_: string, text: string) => {
    recorded += text;
  };
  const serve = await startServe(['--upstream', origin, '--record', 'r.ndjson'], { appendText });
  const secret = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhIn0.c2lnbmF0dXJl';
  const headers = { authorization: `Bearer ${secret}`, cookie: `sid=${secret}` };
  expect(await (await fetch(`${serve.collector}/home?token=${secret}`, { headers })).text()).toBe('upstream');
  const body = JSON.stringify(batchOf(touch('a')));
  const response = await fetch(`${serve.collector}/v1?token=${secret}`, { method: 'POST', headers, body });
  expect(response.status).toBe(503);
  const { lines, err } = await serve.end();
  expect(serve).toMatchObject({ upstream: origin, keepsTelemetry: false });
  expect(lines.slice(1)).toMatchObject([{ mid: 'INTERACT:a' }]);
  expect(JSON.parse(recorded)).toMatchObject({ end: { status: 'responded', httpStatus: 503 } });
  expect(`${recorded}${JSON.stringify(lines)}${err}`).not.toContain(secret);
});

/** Returns the output of `serve --format pretty` for a batch that a page posts through the proxy once per status. */
async function printForwarded(statuses: readonly number[], ...args: readonly string[]) {
  const responses: (() => void)[] = [];
  const allReceived = createDeferred<void>();
  const upstream = await startUpstream((request, response) => {
    const status = request.method === 'POST' ? (statuses[responses.length] ?? 200) : 200;
    const respond = () => response.writeHead(status, { 'content-type': 'text/html' }).end('<head></head>');
    if (request.method === 'POST') responses.push(respond);
    else respond();
    if (responses.length === statuses.length) allReceived.resolve();
  });
  const runShell: CliDeps['runShell'] = async (_, { TELEMETRY_V3_URL: url = '', TELEMETRY_V3_API: api = '' }) => {
    const page = await (await fetch(url, { headers: { 'sec-fetch-dest': 'document' } })).text();
    const scriptFolder = /src="([^"]+)page-script\.js"/.exec(page)?.[1];
    const sdk = JSON.stringify([{ type: 'sdk', at: 1, sdk: 0, global: '$t', generation: '2.x' }]);
    const delivery = { documentKey: 'one', url: `${url}/`, title: '', isTop: true, first: 1, text: sdk };
    if (scriptFolder !== undefined)
      await fetch(`${scriptFolder}reports`, { method: 'POST', body: JSON.stringify(delivery) });
    const post = async (referer: Record<string, string>) => {
      const body = JSON.stringify(batchOf(touch('a')));
      return (await fetch(`${url}/v1`, { method: 'POST', headers: referer, body })).text();
    };
    const referer: Record<string, string> = scriptFolder === undefined ? {} : { referer: `${url}/` };
    const posted = statuses.map(() => post(referer));
    await allReceived.promise;
    responses[0]?.();
    await Promise.race(posted);
    await fetch(`${api}/api/wait?count=1`);
    for (const respond of responses.slice(1)) respond();
    await Promise.all(posted);
    return 0;
  };
  const options = ['--format', 'pretty', '--upstream', upstream.origin, ...args];
  const now = () => Date.UTC(2026, 10, 27);
  const deps = { open: async function* () {}, now, runShell, readPageScript: async () => succeed('') };
  return (await runCli(['serve', '--run', 'npm test', ...options], deps)).out;
}

it.each([
  [503, [], 'the upstream responded 503'],
  [503, ['--inject'], 'the upstream responded 503'],
  [200, ['--fate'], 'the upstream responded 200)  The denormalization drops the event'],
  [200, ['--fate', '--inject'], 'the upstream responded 200)  The denormalization drops the event'],
])('serve prints that telemetry fails if the upstream responds %i, with the options %j', async (status, args, text) => {
  const out = await printForwarded([status], ...args);
  expect(out.split('\n').filter((line) => line.includes(text))).toHaveLength(1);
});

it('serve prints the response to each request of an event that is sent twice at the same time', async () => {
  const out = await printForwarded([503, 502]);
  expect(out).toContain('the upstream responded 503');
  expect(out).toContain('the upstream responded 502');
  expect(out).not.toContain('no response');
});
