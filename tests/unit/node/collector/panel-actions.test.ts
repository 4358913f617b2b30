import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { expect, it, onTestFinished } from 'vitest';
import { respondToPanel } from '#node/collector/api/panel-actions';
import { startUpstream } from './start-upstream';

it('a post whose response body does not end fails with a timeout', async () => {
  const { origin: collectorUrl } = await startUpstream((_, response) => void response.write('{'));
  const timers: (() => void)[] = [];
  // Published by Node.js when the client has received the headers.
  const expireTimers = () =>
    setImmediate(() => {
      for (const expire of timers) expire();
    });
  subscribe('http.client.response.finish', expireTimers);
  onTestFinished(() => void unsubscribe('http.client.response.finish', expireTimers));
  const actions = {
    pages: null,
    collectorUrls: [collectorUrl] as const,
    upstream: null,
    setTimer(_: number, task: () => void) {
      timers.push(task);
      return () => {};
    },
  };
  const { origin: panelUrl } = await startUpstream(async (request, response) => {
    const reply = await respondToPanel('POST /api/post', request, actions);
    response.end(JSON.stringify(reply));
  });
  const headers = { origin: panelUrl, 'content-type': 'application/json' };
  const body = JSON.stringify({ url: `${collectorUrl}/v1/telemetry`, headers: [], body: '{}' });
  const response = await fetch(panelUrl, { method: 'POST', headers, body });
  expect(await response.json()).toMatchObject({ value: { ok: false, failure: { reason: 'timeout' } } });
});
