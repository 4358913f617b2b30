import { expect, it } from 'vitest';
import { createEventCorrelator } from '#core/journey/event-correlator';
import type { TelemetryRecord } from '#core/journey/record';
import type { WatchedFrame } from '#core/journey/watched-frame';
import { RECONNECT_MS } from '#core/wire/document-expiry';
import type { ToRelay } from '#core/wire/page-messages';
import { createDocuments, type RelayConnection } from '#panel/capture/documents';
import { noGuard } from '#tests/fixtures/no-guard';

function openPanel() {
  const correlator = createEventCorrelator(noGuard);
  const rows = new Map<number, TelemetryRecord>();
  const notFired: string[] = [];
  let frames: readonly WatchedFrame[] = [];
  const timers = new Map<number, () => void>();
  const documents = createDocuments({
    correlator,
    setTimer(milliseconds, call) {
      timers.set(milliseconds, call);
      return () => timers.delete(milliseconds);
    },
    onRecords: (changed) => {
      for (const record of changed) rows.set(record.row, record);
    },
    redact: (value) => value,
    onFrames: (currentFrames) => {
      frames = currentFrames;
    },
    onTopDocument: () => undefined,
    onPageUrl: () => undefined,
    onNotFired: (requestId) => notFired.push(requestId),
  });
  return { documents, rows, notFired, timers, frames: () => frames };
}

function connectFrame(documentId: string, frameId = 0): RelayConnection & { posted: ToRelay[] } {
  const posted: ToRelay[] = [];
  return {
    documentId,
    frameId,
    url: `http://localhost/${documentId}`,
    posted,
    post: (message) => posted.push(message),
  };
}

const documentMessage = (documentKey: string) => ({
  type: 'document',
  documentKey,
  url: 'http://localhost/',
  title: 'Home',
});
const log = (...observations: [number, object][]) => ({
  type: 'log',
  dropped: 0,
  observations: observations.map(([seq, observation]) => ({ seq, text: JSON.stringify(observation) })),
});
const sdk = { type: 'sdk', at: 1, sdk: 0, global: '$t', generation: '2.x' };
const called = {
  type: 'called',
  at: 1,
  callId: 'c',
  method: 'interact',
  sdk: 0,
  firedBy: null,
  batchSize: 20,
  hasDid: true,
  args: [{}],
  truncations: [],
};

it('the documents of a tab are requested to send their logs from the first number', () => {
  const { documents } = openPanel();
  const top = connectFrame('d1');
  documents.receive(top, documentMessage('k1'));
  expect(top.posted).toEqual([{ type: 'attach', from: 1 }]);
});

it('the documents of a tab are listed as frames with their SDKs, and their calls as rows', () => {
  const { documents, rows, frames } = openPanel();
  const top = connectFrame('d1');
  documents.receive(top, documentMessage('k1'));
  documents.receive(top, log([1, sdk], [2, called]));
  expect(frames()).toMatchObject([{ documentId: 'd1', title: 'Home', sdks: [{ global: '$t', generation: '2.x' }] }]);
  expect(rows.get(1)).toMatchObject({
    name: 'interact',
    sdk: { global: '$t' },
    frame: { url: 'http://localhost/d1' },
  });
});

it('the documents of a tab are read once, even if a port closes and the log is sent again', () => {
  const { documents, rows } = openPanel();
  const first = connectFrame('d1');
  documents.receive(first, documentMessage('k1'));
  documents.receive(first, log([1, sdk], [2, called]));
  documents.disconnected(first);
  const reconnected = connectFrame('d1');
  documents.receive(reconnected, documentMessage('k1'));
  expect(reconnected.posted).toEqual([{ type: 'attach', from: 3 }]);
  documents.receive(reconnected, log([2, called], [3, { ...called, callId: 'c2' }]));
  expect(rows.size).toBe(2);
  expect(rows.get(2)?.sdk?.global).toBe('$t');
});

it('the documents of a tab stay connected if a new port opens before the old one closes', () => {
  const { documents, frames, timers } = openPanel();
  const [first, second] = [connectFrame('d1'), connectFrame('d1')];
  documents.receive(first, documentMessage('k1'));
  documents.receive(second, documentMessage('k1'));
  documents.disconnected(first);
  expect([frames().length, timers.size]).toEqual([1, 0]);
  documents.disconnected(second);
  expect([frames().length, [...timers.keys()]]).toEqual([0, [RECONNECT_MS]]);
});

it('the documents of a tab are disconnected if their port reports another document', () => {
  const { documents, frames, timers } = openPanel();
  const top = connectFrame('d1');
  documents.receive(top, documentMessage('k1'));
  documents.receive(top, { ...documentMessage('k2'), title: 'Next' });
  expect(frames()).toMatchObject([{ title: 'Next' }]);
  expect([...timers.keys()]).toEqual([RECONNECT_MS]);
});

it('the documents of a tab receive commands by document id, and none after they disconnect', () => {
  const { documents } = openPanel();
  const top = connectFrame('d1');
  documents.receive(top, documentMessage('k1'));
  expect(documents.sendCommand('d1', { type: 'stop' })).toBe(true);
  expect(top.posted.at(-1)).toEqual({ type: 'command', command: '{"type":"stop"}' });
  documents.disconnected(top);
  expect(documents.sendCommand('d1', { type: 'stop' })).toBe(false);
});

it('the documents of a tab lose their waiting events when they unload permanently', () => {
  const { documents, rows } = openPanel();
  const top = connectFrame('d1');
  documents.receive(top, documentMessage('k1'));
  const emitted = { type: 'emitted', at: 1, callId: null, event: { eid: 'INTERACT', mid: 'm1' }, truncations: [] };
  documents.receive(top, log([1, emitted], [2, { type: 'pagehide', at: 2, persisted: false }]));
  documents.disconnected(top);
  expect(rows.get(1)?.lost).toBe(true);
});

it('the documents of a tab report how many observations their log dropped before a panel requested it', () => {
  const { documents, rows, frames } = openPanel();
  const top = connectFrame('d1');
  documents.receive(top, documentMessage('k1'));
  documents.receive(top, { ...log([41, sdk], [42, called]), dropped: 40 });
  documents.receive(top, { ...log([43, { ...called, callId: 'c2' }]), dropped: 41 });
  expect(frames()).toMatchObject([{ missedReports: 40 }]);
  expect(rows.size).toBe(2);
});

it('the documents of a tab report whether a page was loaded before it was watched', () => {
  const { documents, frames } = openPanel();
  documents.receive(connectFrame('d1'), { ...documentMessage('k1'), isLate: true });
  documents.receive(connectFrame('d2'), documentMessage('k2'));
  expect(frames()).toMatchObject([{ isLate: true }, { isLate: false }]);
});

it('the documents of a tab report that their content security policy blocks eval', () => {
  const { documents, frames } = openPanel();
  const top = connectFrame('d1');
  documents.receive(top, documentMessage('k1'));
  documents.receive(top, log([1, { type: 'eval-blocked', at: 1 }]));
  expect(frames()).toMatchObject([{ evalBlocked: true }]);
});

it('the documents of a tab report which request could not be fired', () => {
  const { documents, notFired } = openPanel();
  const top = connectFrame('d1');
  documents.receive(top, documentMessage('k1'));
  documents.receive(top, log([1, { type: 'not-fired', at: 1, requestId: 'q' }]));
  expect(notFired).toEqual(['q']);
});

it.each([[null], ['text'], [{ type: 'log' }], [{ type: 'log', dropped: 0, observations: [{ seq: 1, text: '{' }] }]])(
  'the documents of a tab are not trusted, and the message %j has no effect',
  (message) => {
    const { documents, rows } = openPanel();
    const top = connectFrame('d1');
    documents.receive(top, documentMessage('k1'));
    documents.receive(top, message);
    expect(rows.size).toBe(0);
  },
);

it('the URL and the title of a document are truncated, because a page can make them megabytes long', () => {
  const { documents, frames } = openPanel();
  const top = { ...connectFrame('d1'), url: `http://localhost/#${'a'.repeat(2_000_000)}` };
  documents.receive(top, { ...documentMessage('k1'), title: 'b'.repeat(60_000_000) });
  expect(frames().map(({ url, title }) => [url.length, title.length])).toEqual([[2_000, 1_000]]);
});
