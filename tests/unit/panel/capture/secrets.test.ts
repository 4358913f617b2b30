import { expect, it } from 'vitest';
import type { WatchedFrame } from '#core/journey/watched-frame';
import { secretGuard } from '#core/stream/secret-guard';
import { createCapture } from '#panel/capture/capture';

const TOKEN = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ0ZWFjaGVyIn0.c2lnbmF0dXJl';
const at = 1;
const truncations = [{ path: ['data', TOKEN], reason: 'function' }];
const event = {
  eid: 'LOG',
  mid: 'm',
  ets: 1,
  [TOKEN]: 1,
  edata: { [TOKEN]: { a: 1 }, token: { value: 'open-sesame' } },
};
const body = { id: TOKEN, params: { [TOKEN]: 1, password: { now: 'open-sesame' } }, events: [event] };

function openCapture(guard = secretGuard) {
  const reported: unknown[] = [];
  let frames: readonly WatchedFrame[] = [];
  const capture = createCapture({
    guard,
    sink: {
      records: (changed) => reported.push(...changed),
      addNavigation: (navigation) => reported.push(navigation),
      frames: (currentFrames) => {
        reported.push(...currentFrames);
        frames = currentFrames;
      },
    },
    now: () => at,
    openedAt: at,
    newId: () => 'panel',
    setTimer: () => () => undefined,
    readNetworkLog: async () => [],
  });
  return { capture, reported, frames: () => frames };
}

it('a token in any observation of a page is redacted from rows, navigations and frames', async () => {
  const { capture, reported } = openCapture();
  const url = `http://localhost/?t=${TOKEN}`;
  const connection = { frameId: 0, documentId: 'd', url, post: () => undefined };
  capture.documents.receive(connection, { type: 'document', documentKey: 'k', url, title: TOKEN });
  const call = { callId: 'c', sdk: 0, firedBy: null, batchSize: 1, hasDid: true };
  const sent = { transport: 'fetch', url, encoding: 'text', body: JSON.stringify(body) };
  const observations = [
    { type: 'sdk', at, sdk: 0, global: '$t', generation: '2.x' },
    { type: 'called', at, ...call, method: 'log', args: [{ [TOKEN]: 1, message: `x ${TOKEN}` }], truncations },
    { type: 'called', at, ...call, callId: 'o', method: TOKEN, args: [TOKEN], truncations },
    { type: 'logged', at, callId: 'c', level: 'warn', message: TOKEN },
    { type: 'threw', at, callId: 'o', message: TOKEN },
    { type: 'emitted', at, callId: 'c', event, truncations },
    { type: 'sending', at, requestId: 'r', method: TOKEN, ...sent },
    { type: 'ended', at, requestId: 'r', end: 'failed', message: TOKEN },
  ];
  for (const [seq, observation] of observations.entries()) {
    const text = JSON.stringify(observation);
    capture.documents.receive(connection, { type: 'log', dropped: 0, observations: [{ seq: seq + 1, text }] });
  }
  capture.handleNavigation(url);
  capture.onPostStart({ id: 'p', url, body: JSON.stringify(body) });
  capture.onPostEnd('p', { status: 'failed', message: TOKEN }, TOKEN);
  const text = JSON.stringify(reported);
  expect(text.match(/"type":"dropped"|"truncations":\[\{|"params"|"consoleMessages":\[\{/g)?.length).toBeGreaterThan(3);
  expect(text).not.toContain('eyJ');
  expect(text).not.toContain('open-sesame');
});

it('no part of a token remains where the long URL of a page is truncated', () => {
  const { capture, reported } = openCapture();
  const start = 'http://localhost/?';
  const url = `${start}${'x'.repeat(1_985 - start.length)}&t=${TOKEN}`;
  const connection = { frameId: 0, documentId: 'd', url, post: () => undefined };
  capture.documents.receive(connection, { type: 'document', documentKey: 'k', url, title: TOKEN });
  const call = { callId: 'c', sdk: 0, firedBy: null, batchSize: 1, hasDid: true, pageUrl: url.slice(0, 2_000) };
  const text = JSON.stringify({ type: 'called', at, ...call, method: 'log', args: [], truncations: [] });
  capture.documents.receive(connection, { type: 'log', dropped: 0, observations: [{ seq: 1, text }] });
  expect(JSON.stringify(reported)).toContain('xxx');
  expect(JSON.stringify(reported)).not.toContain('eyJ');
});

it('the number of searches for secrets in frames grows linearly with the number of frames', () => {
  let searchedFrames = 0;
  const { capture, frames } = openCapture({
    ...secretGuard,
    redact(value) {
      if (typeof value === 'object' && value !== null && 'documentId' in value) searchedFrames += 1;
      return value;
    },
  });
  const frameCount = 50;
  const text = JSON.stringify({ type: 'sdk', at, sdk: 0, global: '$t', generation: '2.x' });
  for (let frameId = 0; frameId < frameCount; frameId += 1) {
    const url = `http://localhost/${frameId}`;
    const connection = { frameId, documentId: url, url, post: () => undefined };
    capture.documents.receive(connection, { type: 'document', documentKey: url, url, title: '' });
    capture.documents.receive(connection, { type: 'log', dropped: 0, observations: [{ seq: 1, text }] });
  }
  expect(frames()).toHaveLength(frameCount);
  expect(searchedFrames).toBe(2 * frameCount);
});
