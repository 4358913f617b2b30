import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createEventCorrelator } from '#core/journey/event-correlator';
import { journeyState } from '#core/journey/journey-state';
import type { TelemetryRecord } from '#core/journey/record';
import { parseBatchBody } from '#core/wire/batch-body';
import { MAX_CACHED_MS, RECONNECT_MS } from '#core/wire/document-expiry';
import { createObservedDocuments } from '#core/wire/observed-documents';
import { MAX_SDKS } from '#core/wire/report-limits';
import { noGuard } from '#tests/fixtures/no-guard';
import { callReport, emitReport, requestReport, returnReport } from '#tests/fixtures/watched-page';

const FRAME = { frameId: 0, url: 'https://site.example/' };
const LAST_REPORTS_MS = 500;

/** Observes one document, whose reports arrive through a port (`ordered`) or through several channels. */
function observe(order: 'ordered' | 'unordered') {
  const correlator = createEventCorrelator(noGuard);
  const rows = new Map<number, TelemetryRecord>();
  const timers = new Map<number, () => void>();
  const reported = { changes: 0, progress: 0, notFired: [] as string[], telemetryUrls: [] as string[] };
  let time = 1;
  const documents = createObservedDocuments({
    correlator,
    setTimer(milliseconds, call) {
      timers.set(milliseconds, call);
      return () => void (timers.get(milliseconds) === call && timers.delete(milliseconds));
    },
    ...(order === 'unordered' && { unordered: { now: () => time } }),
    onRecords(changed) {
      for (const record of changed) rows.set(record.row, record);
    },
    onDocuments() {
      reported.changes += 1;
    },
    onProgress() {
      reported.progress += 1;
    },
    onNotFired: (requestId) => reported.notFired.push(requestId),
    onTelemetryUrl: (url) => reported.telemetryUrls.push(url),
  });
  documents.open('one', FRAME);
  return {
    documents,
    correlator,
    rows,
    timers,
    reported,
    receive: (first: number, ...observations: readonly object[]) =>
      documents.receive('one', numberReports(first, observations)),
    /** Advances the time, and runs the timer that was set for this number of milliseconds. */
    runTimer(milliseconds: number, elapsedMs = milliseconds) {
      time += elapsedMs;
      const call = timers.get(milliseconds);
      timers.delete(milliseconds);
      call?.();
    },
    document: () => documents.get('one'),
    callIds: () => [...rows.values()].map(({ call }) => call?.id),
    states: () => [...rows.values()].map((record) => [journeyState(record), record.lossReason]),
  };
}

const numberReports = (first: number, observations: readonly object[]) =>
  observations.map((observation, index) => ({ seq: first + index, text: JSON.stringify(observation) }));

const sdk = (number = 0) => ({ type: 'sdk', at: 1, sdk: number, global: `$t${number}`, generation: '2.x' });
const called = (callId: string) => callReport(callId, { message: callId });
const emitted = emitReport({ eid: 'LOG', mid: 'm1' });
const unloaded = { type: 'pagehide', at: 3, persisted: false };
const cached = { type: 'pagehide', at: 3, persisted: true };
const sending = (encoding: string, body: string) => ({
  type: 'sending',
  at: 2,
  requestId: 'r',
  transport: 'xhr',
  method: 'POST',
  url: 'https://c.example/t?a',
  encoding,
  body,
});

describe.each(['ordered', 'unordered'] as const)('documents with %s reports', (order) => {
  it(`each ${order} report counts once, even if it arrives repeatedly`, () => {
    const { receive, callIds } = observe(order);
    receive(1, called('a'));
    receive(1, called('a'), called('b'));
    receive(2, called('b'));
    expect(callIds()).toEqual(['a', 'b']);
  });

  it(`an invalid report among ${order} reports is counted, and other reports are still read`, () => {
    const { receive, document, callIds } = observe(order);
    receive(1, [{ type: 'nothing' }, called('a')], { type: 'called' }, called('b'));
    expect([callIds(), document()?.unreadableReports]).toEqual([['a', 'b'], 2]);
  });

  it(`calls in ${order} reports have their SDK, and the number of SDKs of a document is limited`, () => {
    const { receive, rows, document } = observe(order);
    receive(1, ...Array.from({ length: MAX_SDKS + 2 }, (_, number) => sdk(number)), called('a'));
    expect(rows.get(1)?.sdk).toEqual({ global: '$t0', generation: '2.x' });
    expect([document()?.sdks.size, document()?.unreadableReports]).toEqual([MAX_SDKS, 2]);
  });

  it(`a record has only the fields of a call from ${order} reports`, () => {
    const { receive, rows } = observe(order);
    receive(1, sdk(), { ...called('a'), pageUrl: 'https://site.example/' });
    const fields = ['args', 'at', 'batchSize', 'consoleMessages', 'hasDid', 'id', 'method', 'outcome', 'truncations'];
    expect(Object.keys(rows.get(1)?.call ?? {}).toSorted()).toEqual(fields);
  });

  it(`the host is notified of observations in ${order} reports that are not records`, () => {
    const { receive, document, reported } = observe(order);
    receive(1, { type: 'eval-blocked', at: 1 }, { type: 'not-fired', at: 1, requestId: 'q' });
    expect(document()).toMatchObject({ evalBlocked: true });
    expect(reported).toMatchObject({ changes: 1, notFired: ['q'] });
  });

  it(`a compressed body in ${order} reports is decompressed, and an invalid one is counted`, async () => {
    const { documents, receive, rows, document, reported } = observe(order);
    const body = gzipSync('{"events":[{"eid":"LOG","mid":"m1","edata":{"query":"जल"}}]}').toString('base64');
    receive(1, sending('base64', body));
    expect(documents.isSettled()).toBe(false);
    await documents.allDecompressed();
    expect(rows.get(1)?.event?.json).toMatchObject({ edata: { query: 'जल' } });
    expect(reported).toMatchObject({ telemetryUrls: ['https://c.example/t?a'], progress: 1 });
    receive(2, { ...sending('base64', 'no base64!'), requestId: 'r2' });
    await documents.allDecompressed();
    expect(document()?.unreadableReports).toBe(1);
  });

  it(`a recorded event in ${order} reports is lost when its page unloads, even if recording is off`, () => {
    const { documents, receive, runTimer, states } = observe(order);
    receive(1, emitted);
    documents.setRecording(false);
    receive(2, called('a'), unloaded);
    if (order === 'ordered') documents.disconnect('one');
    else runTimer(LAST_REPORTS_MS);
    expect(states()).toEqual([['lost', undefined]]);
  });

  it(`a recorded event in ${order} reports is unobserved, not lost, if the page may have sent it while recording was off`, () => {
    for (const unrecordedReport of [
      sending('text', JSON.stringify({ events: [emitted.event] })),
      { type: 'unread', at: 2, requestId: 'r', by: 'page' },
    ]) {
      const { documents, receive, runTimer, states, rows } = observe(order);
      receive(1, emitted);
      documents.setRecording(false);
      receive(2, unrecordedReport);
      documents.setRecording(true);
      receive(3, { ...emitted, event: { eid: 'LOG', mid: 'm2' } }, unloaded);
      if (order === 'ordered') documents.disconnect('one');
      else runTimer(LAST_REPORTS_MS);
      expect([...rows.values()].map(({ requests }) => requests)).toEqual([[], []]);
      expect(states()).toEqual([
        ['unobserved', undefined],
        ['lost', undefined],
      ]);
    }
  });

  it(`a record from ${order} reports has the current route of the page, unless the route is forged`, () => {
    const { receive, rows, reported } = observe(order);
    receive(1, { ...called('a'), pageUrl: 'https://site.example/#/quiz' });
    receive(2, { ...called('b'), pageUrl: 'https://other.example/' });
    expect([...rows.values()].map(({ frame }) => frame.url)).toEqual(Array(2).fill('https://site.example/#/quiz'));
    expect(reported.changes).toBe(1);
  });
});

describe('documents that report through a port', () => {
  it('reports that a port skips are counted as missed if they were dropped, and ignored if they were cleared', () => {
    const { documents, document, receive } = observe('ordered');
    documents.receive('one', [...numberReports(1, [sdk()]), ...numberReports(41, [called('a')])], 40);
    expect(document()?.missedReports).toBe(39);
    documents.receive('one', numberReports(43, [called('b')]), 40);
    expect(document()?.missedReports).toBe(40);
    receive(50, called('c'));
    expect(document()?.missedReports).toBe(40);
  });

  it('a request whose method the page writes in lower case is the same request in DevTools', () => {
    const { correlator, receive } = observe('ordered');
    const body = JSON.stringify({ events: [emitted.event] });
    const request = sending('text', body);
    const batch = parseBatchBody(body);
    if (batch === null) throw new Error('no telemetry');
    receive(1, { ...request, method: 'post' });
    const { url, method, at } = request;
    const end = { status: 'responded', httpStatus: 200, durationMs: 5 } as const;
    const changed = correlator.addDevtoolsRequest({ id: 'd', transport: 'unknown', url, method, at, end, ...batch });
    expect(changed.map(({ requests }) => requests)).toMatchObject([[{ id: 'r', method: 'POST', end }]]);
  });

  it('a document that reconnects continues with its SDKs and its counters', () => {
    const { documents, receive, rows, document } = observe('ordered');
    receive(1, sdk(), { type: 'eval-blocked', at: 1 }, { type: 'nothing' });
    documents.disconnect('one');
    expect(documents.open('one', FRAME)).toBe(4);
    receive(2, called('early'), called('early'), called('a'));
    expect([...rows.values()]).toMatchObject([{ call: { id: 'a' }, sdk: { global: '$t0' } }]);
    expect(document()).toMatchObject({ evalBlocked: true, unreadableReports: 1 });
  });

  it('events of an unloaded page are lost when its port closes', () => {
    const { documents, receive, states } = observe('ordered');
    receive(1, emitted, unloaded);
    expect(states()).toEqual([['waiting', undefined]]);
    documents.disconnect('one');
    expect(states()).toEqual([['lost', undefined]]);
  });

  it('events of an unloaded page are unobserved if a body turns out to be damaged after its port has closed', async () => {
    const { documents, receive, states } = observe('ordered');
    const damaged = gzipSync(JSON.stringify({ events: [emitted.event] })).subarray(0, -12);
    const beacon = { transport: 'beacon', encoding: 'base64', contentEncoding: 'gzip' };
    receive(1, emitted, requestReport('r', damaged.toString('base64'), beacon), unloaded);
    documents.disconnect('one');
    await documents.allDecompressed();
    await Promise.resolve();
    expect(states()).toEqual([['unobserved', undefined]]);
  });

  it('events of a page in the back/forward cache are lost when the cache expires, and waiting again when the page returns', () => {
    const { documents, receive, timers, runTimer, states } = observe('ordered');
    receive(1, emitted, cached);
    documents.disconnect('one');
    expect([...timers.keys()]).toEqual([MAX_CACHED_MS]);
    runTimer(MAX_CACHED_MS);
    expect(states()).toEqual([['lost', 'cache-expired']]);
    documents.open('one', FRAME);
    expect(states()).toEqual([['waiting', undefined]]);
  });

  it('events of a page that disconnects without unloading are lost, unless it reconnects in time', () => {
    const { documents, receive, timers, runTimer, states } = observe('ordered');
    receive(1, emitted);
    documents.disconnect('one');
    documents.open('one', FRAME);
    expect(timers.size).toBe(0);
    documents.disconnect('one');
    runTimer(RECONNECT_MS);
    expect(states()).toEqual([['lost', 'ended']]);
  });

  it('a restarted host continues, and treats documents as closed until they reconnect', () => {
    const before = observe('ordered');
    before.receive(1, sdk(), emitted);
    const { documents, correlator, rows, states } = observe('ordered');
    correlator.restore([...before.rows.values()]);
    documents.restore(before.documents.progress());
    documents.endDocumentsWithoutPort();
    expect(states()).toEqual([['lost', undefined]]);
    expect(documents.open('one', FRAME)).toBe(3);
    expect(states()).toEqual([['waiting', undefined]]);
    documents.receive('one', numberReports(3, [called('a')]));
    expect(rows.get(2)?.sdk?.global).toBe('$t0');
  });
});

describe('documents that report through several channels', () => {
  const observations = [sdk(), called('a'), returnReport('a'), called('b'), emitted, returnReport('b'), called('c')];
  const reports = numberReports(1, observations);
  const toComparable = (rows: ReadonlyMap<number, TelemetryRecord>) => JSON.stringify([...rows]);

  it('reports in any order and with any duplicates have the same records as in-order reports', () => {
    const expected = observe('ordered');
    expected.documents.receive('one', reports);
    const anyDuplicates = fc.array(fc.nat(reports.length - 1), { maxLength: 20 });
    const anyOrder = fc.shuffledSubarray([...reports.keys()], { minLength: reports.length });
    fc.assert(
      fc.property(anyDuplicates, anyOrder, (duplicates, order) => {
        const { documents, rows } = observe('unordered');
        for (const index of [...duplicates, ...order]) documents.receive('one', reports.slice(index, index + 1));
        expect(toComparable(rows)).toBe(toComparable(expected.rows));
      }),
    );
  });

  it('a report waits for earlier reports, and is processed at the end if they never arrive', () => {
    const { documents, receive, document, callIds } = observe('unordered');
    receive(2, called('b'));
    receive(5, called('e'));
    expect([callIds(), documents.isSettled()]).toEqual([[], false]);
    receive(1, called('a'));
    expect(callIds()).toEqual(['a', 'b']);
    documents.finish();
    expect([callIds(), document()?.missedReports]).toEqual([['a', 'b', 'e'], 2]);
  });

  it('reports that wait for a missing report are processed once they exceed a limit', () => {
    const { documents, document } = observe('unordered');
    documents.receive('one', numberReports(2, Array(10_001).fill(emitted)));
    expect(document()).toMatchObject({ missedReports: 1, unreadableReports: 0 });
    expect(documents.isSettled()).toBe(true);
  });

  it('documents are settled when all their calls and requests have ended', () => {
    const { documents, receive } = observe('unordered');
    receive(1, called('a'), sending('text', '{"events":[]}'));
    receive(3, returnReport('a'));
    expect(documents.isSettled()).toBe(false);
    receive(4, { type: 'ended', at: 3, requestId: 'r', end: 'responded', status: 200 });
    expect(documents.isSettled()).toBe(true);
  });

  it('events of an unloaded page are lost only after its last reports', () => {
    const { documents, receive, runTimer, states } = observe('unordered');
    receive(1, emitted, unloaded);
    receive(3, called('b'));
    expect([documents.isSettled(), states()[0]]).toEqual([false, ['waiting', undefined]]);
    runTimer(LAST_REPORTS_MS);
    expect([documents.isSettled(), states()[0]]).toEqual([true, ['lost', undefined]]);
  });

  it('events in reports that arrive after an unloaded page has ended are lost, too', () => {
    const { receive, runTimer, states } = observe('unordered');
    receive(1, emitted, unloaded);
    runTimer(LAST_REPORTS_MS);
    receive(3, emitReport({ eid: 'LOG', mid: 'm2' }));
    expect(states()).toEqual([
      ['lost', undefined],
      ['lost', undefined],
    ]);
  });

  it('events in reports that arrive after an unloaded page has ended are unobserved if a body in them is damaged', async () => {
    const { documents, receive, runTimer, states } = observe('unordered');
    receive(1, unloaded);
    runTimer(LAST_REPORTS_MS);
    const damaged = gzipSync(JSON.stringify({ events: [emitted.event] })).subarray(0, -12);
    const beacon = { transport: 'beacon', encoding: 'base64', contentEncoding: 'gzip' };
    receive(2, emitted, requestReport('r', damaged.toString('base64'), beacon));
    await documents.allDecompressed();
    await Promise.resolve();
    expect(states()).toEqual([['unobserved', undefined]]);
  });

  it('events of an unloaded page are not lost while the process is too busy to read the last reports', () => {
    const { receive, runTimer, states } = observe('unordered');
    receive(1, emitted, unloaded);
    runTimer(LAST_REPORTS_MS, 1_000);
    expect(states()).toEqual([['waiting', undefined]]);
    runTimer(LAST_REPORTS_MS);
    expect(states()).toEqual([['lost', undefined]]);
  });

  it('events of an unloaded page are not lost for up to two seconds while one of its reports is missing', () => {
    const { receive, runTimer, states } = observe('unordered');
    receive(1, emitted, unloaded);
    receive(4, called('c'));
    for (let wait = 1; wait < 4; wait += 1) {
      runTimer(LAST_REPORTS_MS);
      expect(states()).toEqual([['waiting', undefined]]);
    }
    runTimer(LAST_REPORTS_MS);
    expect(states()).toEqual([['lost', undefined]]);
  });

  it('events of a page whose renderer crashed are lost immediately, with the reason', () => {
    const { documents, receive, states } = observe('unordered');
    receive(1, emitted, called('a'));
    documents.end('one', 'ended');
    expect([states()[0], documents.isSettled(), documents.get('one')?.status]).toEqual([
      ['lost', 'ended'],
      true,
      'closed',
    ]);
  });

  it('events of a page in the back/forward cache are lost when the cache expires, and waiting again when the page reports', () => {
    const { receive, runTimer, states } = observe('unordered');
    receive(1, emitted, cached);
    runTimer(MAX_CACHED_MS);
    expect(states()).toEqual([['lost', 'cache-expired']]);
    receive(3, called('b'));
    expect(states()[0]).toEqual(['waiting', undefined]);
  });

  it('events of a page in the back/forward cache are lost when observation finishes', () => {
    const { documents, receive, states } = observe('unordered');
    receive(1, emitted, cached);
    documents.finish();
    expect(states()).toEqual([['lost', 'cache-expired']]);
  });

  it('a document that unloads counts as settled, and its late reports are processed', () => {
    const { documents, receive, callIds } = observe('unordered');
    receive(1, called('a'));
    expect(documents.isSettled()).toBe(false);
    documents.leave('one');
    expect(documents.isSettled()).toBe(true);
    receive(2, called('b'));
    expect(callIds()).toEqual(['a', 'b']);
  });
});
