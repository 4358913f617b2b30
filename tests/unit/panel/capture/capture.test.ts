import { describe, expect, it, vi } from 'vitest';
import type { Navigation, TelemetryRecord } from '#core/journey/record';
import type { WatchedFrame } from '#core/journey/watched-frame';
import { createCapture } from '#panel/capture/capture';
import type { RelayConnection } from '#panel/capture/documents';
import { waitFor } from '#tests/drivers/wait-for';
import { noGuard } from '#tests/fixtures/no-guard';

function openTab({
  now = 1,
  log: networkLog = [],
  url = 'http://localhost/',
}: {
  now?: number;
  url?: string;
  log?: readonly ReturnType<typeof request>[];
} = {}) {
  const rows = new Map<number, TelemetryRecord>();
  const navigations: Navigation[] = [];
  let frames: readonly WatchedFrame[] = [];
  const readNetworkLog = vi.fn(async () => networkLog);
  const capture = createCapture({
    guard: noGuard,
    sink: {
      records: (changed) => {
        for (const record of changed) rows.set(record.row, record);
      },
      addNavigation: (navigation) => navigations.push(navigation),
      frames: (currentFrames) => {
        frames = currentFrames;
      },
    },
    now: () => now,
    openedAt: now,
    newId: () => 'q1',
    setTimer: () => () => undefined,
    readNetworkLog,
  });
  const connection: RelayConnection = {
    frameId: 0,
    documentId: 'd1',
    url,
    post: (message) => {
      if (message.type === 'command') respondToFire(JSON.parse(message.command));
    },
  };
  let seq = 0;
  const log = (observation: object) => {
    seq += 1;
    capture.documents.receive(connection, {
      type: 'log',
      dropped: 0,
      observations: [{ seq, text: JSON.stringify(observation) }],
    });
  };
  const call = (callId: string, firedBy: string | null = null) => {
    log({
      type: 'called',
      at: 1,
      callId,
      method: 'interact',
      sdk: 0,
      firedBy,
      batchSize: 20,
      hasDid: true,
      args: [{}],
      truncations: [],
    });
    log({ type: 'returned', at: 1, callId, settled: true });
  };
  const respondToFire = (command: { requestId: string }) => call('fired', command.requestId);
  capture.documents.receive(connection, { type: 'document', documentKey: 'k', url: 'http://localhost/', title: '' });
  log({ type: 'sdk', at: 1, sdk: 0, global: '$t', generation: '2.x' });
  return { capture, rows, navigations, frames: () => frames, call, log, readNetworkLog };
}

const STARTED_AT = '2026-11-20T10:00:00.000Z';

const request = (body: string | null, status = 200) => ({
  entry: {
    startedDateTime: STARTED_AT,
    time: 1,
    request: {
      method: 'POST',
      url: 'http://localhost/t',
      postData: { text: '{"events":[{"eid":"INTERACT","mid":"m"}]}' },
    },
    response: { status },
  },
  readResponse: () => Promise.resolve(body),
});

it('capturing a tab fires an event through the document, and adds the event as a record', async () => {
  const tab = openTab();
  const [frame] = tab.frames();
  if (!frame) throw new Error('The document has no frame.');
  expect(await tab.capture.fire('interact', [{}], { ...frame, sdk: 0 })).toEqual({
    ok: true,
    value: { requestId: 'q1' },
  });
  expect(tab.rows.get(1)?.firedBy).toEqual({ type: 'panel', requestId: 'q1' });
});

it('capturing a tab stores the response of a request with telemetry, truncated to 64 KiB', async () => {
  const tab = openTab();
  await tab.capture.requestFinished(request('x'.repeat(100_000)));
  expect(tab.rows.get(1)?.requests[0]?.responseText).toHaveLength(65_536);
});

it('capturing a tab records nothing while paused, and does not record it later', async () => {
  const tab = openTab();
  tab.capture.setRecording(false);
  tab.call('c1');
  await tab.capture.requestFinished(request('ok'));
  tab.capture.setRecording(true);
  expect(tab.rows.size).toBe(0);
  tab.call('c2');
  expect(tab.rows.size).toBe(1);
});

it('capturing a tab rejects firing while paused, with the reason', async () => {
  const tab = openTab();
  tab.capture.setRecording(false);
  const [frame] = tab.frames();
  if (!frame) throw new Error('The document has no frame.');
  expect(await tab.capture.fire('interact', [{}], { ...frame, sdk: 0 })).toMatchObject({
    ok: false,
    failure: { message: { code: 'capture.fireNotRecording' } },
  });
});

it('capturing a tab adds a page load after the last row', () => {
  const tab = openTab();
  tab.call('c1');
  tab.capture.handleNavigation('http://localhost/next');
  expect(tab.navigations).toEqual([{ at: 1, url: 'http://localhost/next', afterRow: 1 }]);
});

describe('single-page apps', () => {
  const callAt = (tab: ReturnType<typeof openTab>, callId: string, path: string, at = 1) =>
    tab.log({
      ...{ type: 'called', at, callId, method: 'interact', sdk: 0, firedBy: null, batchSize: 20, hasDid: true },
      ...{ args: [{}], truncations: [], pageUrl: `http://localhost${path}` },
    });
  const pageUrls = (tab: ReturnType<typeof openTab>) => [...tab.rows.values()].map(({ frame }) => frame.url);
  const isRoute = Promise.resolve(false);

  it('routes of a single-page app are the page URLs of their calls and of their frame', () => {
    const tab = openTab();
    callAt(tab, 'c1', '/');
    callAt(tab, 'c2', '/one');
    tab.log({
      type: 'emitted',
      at: 1,
      callId: null,
      event: { eid: 'LOG' },
      truncations: [],
      pageUrl: 'http://localhost/#/two',
    });
    expect(pageUrls(tab)).toEqual(['http://localhost/', 'http://localhost/one', 'http://localhost/#/two']);
    expect(tab.frames()).toMatchObject([{ url: 'http://localhost/#/two' }]);
  });

  it('routes of a single-page app are added before their first event, whether the page or DevTools reports the route first', () => {
    const tab = openTab();
    callAt(tab, 'c1', '/');
    callAt(tab, 'c2', '/one');
    tab.capture.handleNavigation('http://localhost/one', 1, isRoute);
    tab.capture.handleNavigation('http://localhost/two', 1, isRoute);
    callAt(tab, 'c3', '/two');
    expect(tab.navigations.map(({ url, afterRow }) => [url, afterRow])).toEqual([
      ['http://localhost/one', 1],
      ['http://localhost/two', 2],
    ]);
  });

  it('routes of a single-page app are added once each, even if DevTools reports several routes late, and so is a route without events', async () => {
    const tab = openTab();
    callAt(tab, 'c1', '/one');
    callAt(tab, 'c2', '/two');
    callAt(tab, 'c3', '/one');
    for (const path of ['/one', '/redirecting', '/two', '/one']) {
      tab.capture.handleNavigation(`http://localhost${path}`, 1, isRoute);
    }
    await isRoute;
    expect(tab.navigations.map(({ url, afterRow }) => [url, afterRow])).toEqual([
      ['http://localhost/one', 0],
      ['http://localhost/two', 1],
      ['http://localhost/one', 2],
    ]);
  });

  it('routes of a single-page app are added in order if DevTools reports several routes before the page does', async () => {
    const tab = openTab();
    callAt(tab, 'c1', '/');
    for (const path of ['/redirecting', '/one', '/two', '/last']) {
      tab.capture.handleNavigation(`http://localhost${path}`, 1, isRoute);
    }
    callAt(tab, 'c2', '/one');
    callAt(tab, 'c3', '/two');
    await isRoute;
    expect(tab.navigations.map(({ url, afterRow }) => [url, afterRow])).toEqual([
      ['http://localhost/redirecting', 1],
      ['http://localhost/one', 1],
      ['http://localhost/two', 2],
      ['http://localhost/last', 2],
    ]);
  });

  it('routes of a single-page app do not suppress another page load', async () => {
    const tab = openTab();
    callAt(tab, 'c1', '/one');
    tab.capture.handleNavigation('http://localhost/next', 1, Promise.resolve(true));
    await isRoute;
    expect(tab.navigations.map(({ url }) => url)).toEqual(['http://localhost/one', 'http://localhost/next']);
  });

  it('the route that was open before the panel was opened is not added', () => {
    const tab = openTab({ now: 10 });
    callAt(tab, 'c1', '/earlier', 1);
    callAt(tab, 'c2', '/one', 2);
    expect(tab.navigations).toMatchObject([{ url: 'http://localhost/one', afterRow: 1, isSameDocument: true }]);
  });

  it('routes of a single-page app continue from the last navigation of the restored list', () => {
    const before = openTab();
    callAt(before, 'c1', '/one');
    const tab = openTab({ now: 10 });
    tab.capture.restore([...before.rows.values()], {}, before.navigations);
    callAt(tab, 'c2', '/one', 5);
    expect(tab.navigations).toEqual([]);
    callAt(tab, 'c3', '/two', 6);
    expect(tab.navigations).toMatchObject([{ url: 'http://localhost/two' }]);
  });
});

describe('URLs that are longer than the hook reports', () => {
  const longUrl = `http://localhost/?${'x'.repeat(3_000)}`;
  const otherUrl = longUrl.replace('?', 'next?');
  const callAt = (tab: ReturnType<typeof openTab>, callId: string, url: string) =>
    tab.log({
      ...{ type: 'called', at: 20, callId, method: 'interact', sdk: 0, firedBy: null, batchSize: 20, hasDid: true },
      ...{ args: [{}], truncations: [], pageUrl: url.slice(0, 2_000) },
    });

  it('a page with a long URL is no navigation for a panel that was opened later', () => {
    const tab = openTab({ now: 10, url: longUrl });
    callAt(tab, 'c1', longUrl);
    expect(tab.navigations).toEqual([]);
  });

  it.each([
    ['a token', `&t=eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ0ZWFjaGVyIn0.${'c'.repeat(43)}`],
    ['no secret', 'x'.repeat(100)],
  ])('a page whose long URL has %s at the limit is no navigation for a reopened panel', (_case, end) => {
    const url = `${longUrl.slice(0, 1_985)}${end}`;
    const before = openTab({ now: 10, url });
    callAt(before, 'c1', url);
    const tab = openTab({ now: 10, url });
    tab.capture.restore([...before.rows.values()], {}, before.navigations);
    callAt(tab, 'c2', url);
    expect([...before.navigations, ...tab.navigations]).toEqual([]);
  });

  it('a navigation to a long URL is added once, by whichever of the page and DevTools reports it first', () => {
    const tab = openTab({ now: 10 });
    callAt(tab, 'c1', 'http://localhost/');
    callAt(tab, 'c2', longUrl);
    tab.capture.handleNavigation(longUrl, 20, Promise.resolve(false));
    tab.capture.handleNavigation(otherUrl, 20);
    callAt(tab, 'c3', otherUrl);
    expect(tab.navigations.map(({ url }) => url)).toEqual([longUrl.slice(0, 2_000), otherUrl.slice(0, 2_000)]);
  });

  it('the long URL of a route replaces a short URL that it begins with', () => {
    const tab = openTab();
    callAt(tab, 'c1', longUrl);
    expect(tab.frames()).toMatchObject([{ url: longUrl.slice(0, 2_000) }]);
  });
});

describe('DevTools log', () => {
  const sentAt = Date.parse(STARTED_AT);
  const sending = {
    type: 'sending',
    at: sentAt,
    requestId: 'r1',
    transport: 'fetch',
    method: 'POST',
    url: 'http://localhost/t',
    encoding: 'text',
    body: '{"events":[{"eid":"INTERACT","mid":"m"}]}',
  };
  const responded = { type: 'ended', at: sentAt + 5, requestId: 'r1', end: 'responded', status: 200 };
  const waitForResponse = (tab: ReturnType<typeof openTab>) =>
    waitFor(() => expect(tab.rows.get(1)?.requests[0]?.responseText).toBe('Moved'));

  it('the log of DevTools from before the panel was opened adds the redirect response that the page cannot see', async () => {
    const tab = openTab({ now: sentAt + 1000, log: [request('Moved', 302)] });
    tab.log(sending);
    tab.log(responded);
    await waitForResponse(tab);
    expect(tab.rows.size).toBe(1);
    expect(tab.rows.get(1)?.requests).toMatchObject([{ copies: 1, end: { status: 'responded', httpStatus: 302 } }]);
  });

  it('the log of DevTools from before the panel was opened does not duplicate a request that DevTools also reports as finished', async () => {
    const tab = openTab({ now: sentAt + 1000, log: [request('Moved', 302)] });
    tab.log(sending);
    await waitForResponse(tab);
    await tab.capture.requestFinished(request('Moved', 302));
    expect(tab.rows.get(1)?.requests).toMatchObject([{ copies: 1 }]);
    await tab.capture.requestFinished(request('again', 302));
    expect(tab.rows.get(1)?.requests).toHaveLength(2);
  });

  it('the log of DevTools from before the panel was opened adds no row for a request that no page reported', async () => {
    const other = request('Other');
    other.entry.request.postData.text = '{"events":[{"eid":"LOG","mid":"other"}]}';
    const tab = openTab({ now: sentAt + 1000, log: [other, request('Moved')] });
    tab.log(sending);
    await waitForResponse(tab);
    expect(tab.rows.size).toBe(1);
  });

  it('the log of DevTools from before the panel was opened is read once per page load, even if its requests are reported late', async () => {
    const later = request('Later', 302);
    later.entry.request.postData.text = '{"events":[{"eid":"LOG","mid":"later"}]}';
    const tab = openTab({ now: sentAt + 1000, log: [request('Moved', 302), later] });
    tab.log(sending);
    await waitForResponse(tab);
    tab.log({ ...sending, requestId: 'r2', body: later.entry.request.postData.text });
    tab.log({ ...responded, requestId: 'r2' });
    await waitFor(() => expect(tab.rows.get(2)?.requests[0]?.responseText).toBe('Later'));
    expect(tab.readNetworkLog).toHaveBeenCalledTimes(1);
    tab.capture.handleNavigation('http://localhost/next');
    tab.log({ ...sending, requestId: 'r3' });
    await waitFor(() => expect(tab.readNetworkLog).toHaveBeenCalledTimes(2));
  });

  it('the log of DevTools from before the panel was opened is read again after reading it failed', async () => {
    const tab = openTab({ now: sentAt + 1000, log: [request('Moved', 302)] });
    tab.log(sending);
    vi.spyOn(tab.rows, 'set').mockImplementationOnce(() => {
      throw new Error('The row cannot be stored.');
    });
    await waitFor(() => expect(tab.frames()[0]?.unreadableReports).toBe(1));
    tab.log({ ...sending, requestId: 'r2' });
    await waitFor(() => expect(tab.readNetworkLog).toHaveBeenCalledTimes(2));
    await waitForResponse(tab);
  });

  it('the log of DevTools is not requested for requests that were sent while the panel was open', async () => {
    const tab = openTab({ now: sentAt - 1000, log: [request('Moved')] });
    tab.log(sending);
    await tab.capture.requestFinished(request('Response'));
    expect(tab.rows.get(1)?.requests).toMatchObject([{ responseText: 'Response', copies: 1 }]);
  });
});

it('new events have rows after those that an earlier panel cleared', () => {
  const tab = openTab();
  tab.capture.restore([], {}, [], 7);
  tab.call('c1');
  expect([...tab.rows.keys()]).toEqual([8]);
});
