import { expect, it } from 'vitest';
import { startReportReceiver } from '#node/playwright/telemetry';

it('the receiver accepts bodies at its own URL only, from pages of any origin', async () => {
  const bodies: string[] = [];
  const receiver = await startReportReceiver((text) => bodies.push(text));
  try {
    const post = (url: string) =>
      fetch(url, { method: 'POST', body: 'नमस्ते', headers: { Origin: 'https://site.example' } });
    const response = await post(receiver.url);
    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-origin')).toBe('https://site.example');
    expect((await post(new URL('/', receiver.url).href)).status).toBe(404);
    expect((await fetch(receiver.url)).status).toBe(404);
    const preflight = await fetch(receiver.url, { method: 'OPTIONS' });
    expect(preflight.headers.get('access-control-allow-private-network')).toBe('true');
    expect(bodies).toEqual(['नमस्ते']);
  } finally {
    await receiver.close();
  }
});

it('the receiver rejects a body that exceeds the limit of beacons', async () => {
  const bodies: string[] = [];
  const receiver = await startReportReceiver((text) => bodies.push(text));
  try {
    const response = await fetch(receiver.url, { method: 'POST', body: 'x'.repeat(1_000_001) });
    expect(response.status).toBe(413);
    expect(bodies).toEqual([]);
  } finally {
    await receiver.close();
  }
});
