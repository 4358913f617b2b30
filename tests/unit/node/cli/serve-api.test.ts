import { Agent } from 'node:http';
import { expect, it } from 'vitest';
import { connect } from '#node/package/client';
import { readCapture } from '#node/package/index';
import { batchOf, invalidTouch, touch } from '../../core/collector/received-batch';
import { startUpstream } from '../collector/start-upstream';
import { sendRequest, startServe } from './run-serve';

async function startWith(...events: readonly unknown[]) {
  const serve = await startServe();
  const requestApi = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(`${serve.api}${path}`, init);
    return { status: response.status, body: await response.json() };
  };
  if (events.length > 0) await serve.post(batchOf(...events));
  return { ...serve, requestApi };
}

it('the REST interface lists the same items as validate, together with their events', async () => {
  const { requestApi } = await startWith(touch('a'), invalidTouch('b'));
  const { status, body } = await requestApi('/api/events?filter=is:invalid');
  expect(status).toBe(200);
  expect(body).toMatchObject({
    events: [
      {
        ...{ index: 1, line: 2, kind: 'interact', verdict: 'invalid', eid: 'INTERACT', mid: 'INTERACT:b', row: 2 },
        verdicts: { definition: 'invalid', privacy: 'valid' },
        findings: [{ ruleSet: 'definition', code: 'not-in-list', severity: 'error' }],
        request: { entry: 1, url: '/v1/telemetry' },
        event: { eid: 'INTERACT', edata: { id: 'b' } },
        source: { run: '', address: '127.0.0.1' },
      },
    ],
    next: null,
    last: 2,
  });
});

it('the REST interface lists the user sessions of each run, and the findings of the audit', async () => {
  const { requestApi, post } = await startWith();
  const event = (eid: string, ets: number, edata: object) => ({
    ...{ eid, ets, mid: `${eid}:${ets}`, ver: '3.0' },
    context: { did: 'd', channel: 'c', pdata: { id: 'p' } },
    edata,
  });
  const play = { type: 'content', mode: 'play' };
  const preview = { type: 'content', mode: 'preview' };
  await post(batchOf(event('START', 1_000, play), event('IMPRESSION', 2_000, {}), event('END', 61_000, preview)));
  const { status, body } = await requestApi('/api/sessions');
  expect(status).toBe(200);
  expect(body).toMatchObject({
    sessions: [
      { run: '', did: 'd', type: 'app', depth: 0, rows: [[1, 2]] },
      { type: 'content', mode: 'play', timeSpent: 1, pages: 1, endedBy: 'input', rows: [[1, 2]] },
    ],
    findings: [{ run: '', ruleSet: 'user-session', code: 'end-differs', severity: 'error', rows: [3, 1] }],
  });
  expect((await requestApi('/api/sessions?run=other')).body).toEqual({ sessions: [], findings: [] });
  const report = (await requestApi('/api/report.json')).body;
  expect(report).toMatchObject({ sessions: { count: 2, severities: { error: 1 }, listed: [{ type: 'app' }, {}] } });
});

it('the REST interface lists events in pages', async () => {
  const { requestApi } = await startWith(...['a', 'b', 'c'].map((id) => touch(id)));
  const first = (await requestApi('/api/events?limit=2')).body;
  expect(first).toMatchObject({ events: [{ row: 1 }, { row: 2 }], next: 2 });
  expect((await requestApi(`/api/events?limit=2&after=${first.next}`)).body).toMatchObject({
    events: [{ row: 3 }],
    next: null,
  });
});

it('the REST interface counts and clears events, in total or for one run', async () => {
  const { requestApi, post } = await startWith(touch('a'));
  await post(batchOf(touch('a'), invalidTouch('b')), '/run/worker-1/v1/telemetry');
  expect((await requestApi('/api/counts')).body).toMatchObject({ events: 3, requests: 2, kinds: { INTERACT: 3 } });
  expect((await requestApi('/api/counts?run=worker-1')).body).toMatchObject({
    events: 2,
    verdicts: { valid: 1, invalid: 1, unknown: 0 },
    severities: { error: 1 },
  });
  expect((await requestApi('/api/clear?run=worker-1&through=2', { method: 'POST' })).status).toBe(200);
  expect((await requestApi('/api/events')).body).toMatchObject({ events: [{ row: 1 }, { row: 3 }] });
  expect((await requestApi('/api/clear?run=worker-1', { method: 'POST' })).status).toBe(200);
  expect((await requestApi('/api/counts')).body).toMatchObject({ events: 1 });
  await requestApi('/api/clear', { method: 'POST' });
  expect((await requestApi('/api/counts')).body).toMatchObject({ events: 0 });
});

it('the REST interface waits until the filter matches the requested number of events', async () => {
  const { requestApi, post } = await startWith(touch('a'));
  const waiting = requestApi('/api/wait?filter=edata.id:a,b&count=2&timeout=60s');
  await post(touch('other'));
  await post(touch('b'));
  expect(await waiting).toMatchObject({ status: 200, body: { matched: 2, events: [{ row: 1 }, { row: 3 }] } });
});

it('the REST interface, waiting for duplicates, also counts an event that becomes one', async () => {
  const { requestApi, post } = await startWith(touch('a', { mid: 'same' }));
  const waiting = requestApi('/api/wait?filter=is:duplicate&count=2&timeout=60s');
  await requestApi('/api/health');
  await post(touch('b', { mid: 'same' }));
  expect(await waiting).toMatchObject({ status: 200, body: { matched: 2, events: [{ row: 1 }, { row: 2 }] } });
});

it('the REST interface lists and counts a body of invalid JSON, and can wait for it', async () => {
  const { requestApi, collector } = await startWith(touch('a'));
  const waiting = requestApi('/api/wait?filter=is:failed&timeout=20s');
  await fetch(collector, { method: 'POST', body: '{"events": [' });
  const row = { row: 2, verdict: 'unknown', eid: null, event: { text: '{"events": [' } };
  expect(await waiting).toMatchObject({ status: 200, body: { matched: 1, events: [row] } });
  expect((await requestApi('/api/events?filter=is:unknown')).body).toMatchObject({ events: [row] });
  const counts = { events: 2, requests: 1, rejected: { 'not-json': 1 }, severities: { error: 1 } };
  expect((await requestApi('/api/counts')).body).toMatchObject(counts);
});

it('the REST interface continues to wait after a partial clear, with the remaining events', async () => {
  const { requestApi, post } = await startWith(touch('a'));
  await post(batchOf(touch('b')), '/run/worker-1/v1/telemetry');
  const waiting = requestApi('/api/wait?filter=kind:interact&count=3&timeout=60s');
  await requestApi('/api/clear?run=worker-1', { method: 'POST' });
  await post(touch('c'));
  await post(touch('d'));
  await requestApi('/api/clear?through=1', { method: 'POST' });
  await post(touch('e'));
  expect(await waiting).toMatchObject({ status: 200, body: { matched: 3 } });
});

it('the REST interface reports the nearest event and its differences at the timeout', async () => {
  const { requestApi } = await startWith(touch('a'), invalidTouch('b'));
  expect(await requestApi('/api/wait?filter=kind:interact%20is:invalid%20pageid:lesson&timeout=10ms')).toMatchObject({
    status: 404,
    body: {
      matched: 0,
      expected: 1,
      nearest: { row: 2, differs: ['pageid:lesson'], event: { edata: { pageid: 'home' } } },
    },
  });
});

it('the REST interface handles many wait requests over one connection without warnings', async () => {
  const { api } = await startWith();
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const warnings: string[] = [];
  const warn = ({ name }: Error) => void warnings.push(name);
  process.on('warning', warn);
  const wait = () => sendRequest(`${api}/api/wait?filter=is:lost&timeout=1ms`, { agent });
  for (let attempt = 0; attempt < 12; attempt += 1) expect((await wait()).status).toBe(404);
  await new Promise(setImmediate);
  process.off('warning', warn);
  agent.destroy();
  expect(warnings).toEqual([]);
});

it('the REST interface ends pending wait requests when serve stops', async () => {
  const { api, end } = await startWith();
  const waiting = fetch(`${api}/api/wait?filter=is:lost&timeout=60s`);
  await fetch(`${api}/api/health`);
  await end();
  await expect(waiting).rejects.toThrow();
});

it('the REST interface returns captures, reports and its OpenAPI description', async () => {
  const { api, requestApi } = await startWith(touch('a'), invalidTouch('b'));
  const capture = await readCapture(await (await fetch(`${api}/api/capture`)).text());
  expect(capture).toMatchObject({ ok: true, value: { records: [{ verdict: 'valid' }, { verdict: 'invalid' }] } });
  for (const extension of ['html', 'xml', 'sarif', 'md']) {
    const response = await fetch(`${api}/api/report.${extension}`);
    expect([response.status, await response.text()]).toEqual([200, expect.stringContaining('not-in-list')]);
  }
  expect((await requestApi('/api/report.json?filter=is:valid')).body).toMatchObject({ totals: { items: 1 } });
  expect((await requestApi('/api/report.pdf')).status).toBe(404);
  expect((await requestApi('/api/health')).body).toMatchObject({ status: 'ok', events: 2, requests: 1, evicted: 0 });
  const { body } = await requestApi('/api/openapi.json');
  expect(body.openapi).toBe('3.1.0');
  for (const path of Object.keys(body.paths)) {
    const method = Object.keys(body.paths[path])[0]?.toUpperCase() ?? '';
    const query = path === '/api/wait' ? '?timeout=1ms&filter=is:valid' : '';
    const { status } = await fetch(`${api}${path}${query}`, { method });
    expect([path, status]).toEqual([path, 200]);
  }
});

interface DocumentedOperation {
  readonly parameters: readonly { readonly name: string }[];
  readonly responses: Readonly<Record<string, { readonly description: string }>>;
}

/** Returns the fields that a description names, as in `{ events, next, last }`. An ellipsis stands for other fields. */
function fieldsIn(description: string): readonly string[] {
  return (/^[^{]*\{ ([^}]+) \}/.exec(description)?.[1] ?? '').split(', ').filter((name) => name !== '');
}

it('the REST interface responds as described in its OpenAPI description', async () => {
  const { api, requestApi } = await startWith(touch('a'));
  const { paths } = (await requestApi('/api/openapi.json')).body as {
    paths: Record<string, Record<string, DocumentedOperation>>;
  };
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  expect(operations.length).toBeGreaterThan(10);
  const requestOperation = async (method: string, path: string, headers: Record<string, string> = {}) => {
    const controller = new AbortController();
    const response = await fetch(`${api}${path}`, { method, headers, signal: controller.signal });
    const isJson = response.headers.get('content-type') === 'application/json';
    const fields = isJson ? Object.keys((await response.json()) as object) : [];
    controller.abort();
    return { status: response.status, fields };
  };
  for (const { path, method, operation } of operations) {
    const { parameters, responses } = operation;
    const response = await requestOperation(method, path);
    expect([path, response.status]).toEqual([path, 200]);
    const describedNames = fieldsIn(responses[200]?.description ?? '');
    const documentedFields = describedNames.filter((name) => name !== '…');
    expect([path, response.fields]).toEqual([path, expect.arrayContaining(documentedFields)]);
    if (documentedFields.length > 0 && documentedFields.length === describedNames.length)
      expect(new Set(response.fields)).toEqual(new Set(documentedFields));
    const foreign = await requestOperation(method, path, { origin: 'https://learn.example' });
    expect([path, foreign]).toEqual([path, { status: 403, fields: ['error'] }]);
    expect(responses).toHaveProperty('403');
    if (!('400' in responses)) continue;
    const wrongValues = { filter: 'is:what', after: 'x', limit: '0', count: '0', timeout: 'soon', through: 'x' };
    for (const [name, value] of Object.entries(wrongValues)) {
      if (!parameters.some((parameter) => parameter.name === name)) continue;
      const rejected = await requestOperation(method, `${path}?${name}=${value}`);
      expect([path, name, rejected]).toEqual([path, name, { status: 400, fields: ['error'] }]);
    }
  }
  const timedOut = await requestOperation('get', '/api/wait?count=9&timeout=10ms');
  expect(timedOut.fields).toEqual(fieldsIn(paths['/api/wait']?.get?.responses[404]?.description ?? ''));
});

it('the REST interface rejects invalid requests with an error message', async () => {
  const { requestApi } = await startWith();
  const invalidPaths = [
    '/api/events?filter=is:nonsense',
    '/api/events?limit=0',
    '/api/wait?timeout=soon',
    '/api/wait?count=x',
    '/api/wait?fitler=is:invalid',
    '/api/events?filter=is:valid&filter=is:invalid',
    '/api/report.md?constructor=1',
  ];
  for (const path of invalidPaths) {
    const { status, body } = await requestApi(path);
    expect([path, status, typeof body.error]).toEqual([path, 400, 'string']);
  }
  expect((await requestApi('/api/clear?worker=worker-1', { method: 'POST' })).body).toEqual({
    error: 'The parameter "worker" is unknown or repeated. /api/clear accepts run, through.',
  });
  expect((await requestApi('/api/events?after=9007199254740992')).status).toBe(400);
  expect((await requestApi('/api/events?after=9007199254740991')).status).toBe(200);
  expect((await requestApi('/api/clear')).status).toBe(405);
  expect((await requestApi('/../../etc/passwd')).status).toBe(404);
});

it('the REST interface rejects other host names and pages of other origins', async () => {
  const { api, requestApi } = await startWith(touch('a'));
  const { port } = new URL(api);
  const foreignHeaders: Record<string, string>[] = [
    { host: 'telemetry.example' },
    { host: `rebound.example:${port}` },
    { origin: 'https://learn.example' },
    { origin: 'null' },
    { origin: 'http://localhost:1' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ];
  for (const headers of foreignHeaders) {
    for (const method of ['GET', 'POST', 'OPTIONS']) {
      const response = await sendRequest(`${api}/api/${method === 'GET' ? 'events' : 'clear'}`, { method, headers });
      expect([headers, response.status]).toEqual([headers, 403]);
      expect(response.headers).not.toHaveProperty('access-control-allow-origin');
    }
  }
  expect(
    await sendRequest(`${api}/api/events`, {
      headers: { host: `localhost:${port}`, origin: `http://localhost:${port}` },
    }),
  ).toMatchObject({ status: 200 });
  expect((await requestApi('/api/counts')).body).toMatchObject({ events: 1 });
});

it('the REST interface responds to any request target, and to a client that requests HTTP/2', async () => {
  const { api } = await startWith();
  const upgrade = { connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c', 'http2-settings': 'AAE' };
  const readStatus = async (path: string, headers = {}) =>
    (await sendRequest(api, { path, headers, agent: false })).status;
  expect(await readStatus('//')).toBe(404);
  expect(await readStatus('//[/')).toBe(404);
  expect(await readStatus('http://[/api/health')).toBe(200);
  expect(await readStatus(`${api}/api/health`)).toBe(200);
  expect(await readStatus('/api/health', upgrade)).toBe(200);
  expect(await readStatus('/api/health', { connection: 'Upgrade', upgrade: 'websocket' })).toBe(200);
});

it('the REST interface accepts allowed host names, but no pages of other origins', async () => {
  const { api } = await startServe(['--allow-host', 'Collector.test', '--allow-host', '[2001:db8::1]']);
  const { port } = new URL(api);
  const readStatus = async (headers: Record<string, string>) =>
    (await sendRequest(`${api}/api/health`, { headers })).status;
  expect(await readStatus({ host: `collector.test:${port}` })).toBe(200);
  expect(await readStatus({ host: `[2001:db8::1]:${port}` })).toBe(200);
  expect(await readStatus({ host: `other.collector.test:${port}` })).toBe(403);
  expect(await readStatus({ host: `collector.test:${port}`, origin: 'http://other.test' })).toBe(403);
});

it('the REST interface behind a proxy with TLS accepts its own page, but no other page', async () => {
  const { api } = await startServe(['--allow-host', 'collector.test']);
  const clear = (origin: string) =>
    sendRequest(`${api}/api/clear`, {
      method: 'POST',
      headers: { host: 'collector.test', origin, 'content-type': 'application/json' },
    });
  expect((await clear('https://collector.test')).status).toBe(200);
  expect((await clear('https://collector.test:8443')).status).toBe(403);
  expect((await clear('https://other.test')).status).toBe(403);
});

it('the client of the REST interface lists, counts, waits and clears', async () => {
  const { api, post } = await startWith();
  const client = connect({ api, run: 'one' });
  const waiting = client.wait('kind:interact', { count: 2, timeout: '60s' });
  await post(batchOf(touch('a'), invalidTouch('b')), '/run/one/v1/telemetry');
  expect((await waiting).map(({ event }) => event.mid)).toEqual(['INTERACT:a', 'INTERACT:b']);
  expect(await client.events({ filter: 'is:invalid' })).toMatchObject([{ eid: 'INTERACT', verdict: 'invalid' }]);
  expect(await client.counts()).toMatchObject({ events: 2 });
  await expect(client.wait('kind:interact pageid:lesson', { timeout: '1ms' })).rejects.toThrow(
    /Nearest: INTERACT does not meet pageid:lesson/,
  );
  await client.clear();
  expect(await client.counts()).toMatchObject({ events: 0 });
});

it('the client of the REST interface rejects with a sentence if a proxy responds with an HTML error', async () => {
  const { origin } = await startUpstream((_, response) => void response.writeHead(502).end('<h1>Bad Gateway</h1>'));
  const client = connect({ api: origin });
  await expect(client.counts()).rejects.toThrow('The collector rejected the request.');
});
