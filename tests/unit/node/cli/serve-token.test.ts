import { networkInterfaces } from 'node:os';
import { expect, it } from 'vitest';
import { connect } from '#node/package/client';
import { itUnless } from '#tests/drivers/it-unless';
import { runCli } from './run-cli';
import { sendRequest, startServe } from './run-serve';

const requestPath = (url: string, path: string, headers: Record<string, string> = {}) =>
  sendRequest(url, { path, headers });

/** The address at which other devices reach this machine, or undefined if there is none. */
const address = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .find(({ family, internal }) => family === 'IPv4' && !internal)?.address;
const notRunReason = address === undefined ? 'this machine has no address for other devices' : null;

/** Starts serve for other devices. Returns the URL of its page for them, and its token. */
async function startForDevices() {
  const serve = await startServe(['--ui-host', '0.0.0.0', '--no-config']);
  const { pages = [] } = serve as { readonly pages?: readonly string[] };
  const page = new URL(pages.find((pageUrl) => pageUrl.includes(`//${address}:`)) ?? 'http://none/');
  return { serve, pages, url: page.origin, page: page.href, token: page.searchParams.get('token') ?? '' };
}

/** Starts serve in its human-readable format, ends it at once, and returns its output. */
async function startPretty(args: readonly string[], isTerminal: boolean): Promise<string> {
  const ports = ['--port', '0', '--ui-port', '0'];
  const { out } = await runCli(['serve', ...ports, '--format', 'pretty', ...args], {
    open: async function* () {},
    isTerminal,
    catchInterrupts: () => AbortSignal.abort(),
  });
  return out;
}

it('serve prints a token only if other devices are allowed', async () => {
  expect(await startServe()).not.toHaveProperty('pages');
  const { serve, pages } = await startForDevices();
  expect(pages.length).toBeGreaterThan(0);
  for (const page of pages) expect(page).toMatch(/^http:\/\/[\d.]+:\d+\/\?token=[\w-]{32}$/);
  expect((await fetch(`${serve.api}/api/health`)).status).toBe(200);
});

itUnless(notRunReason, 'serve requires its token from other devices, in a header, a cookie or the URL', async () => {
  const { url, token } = await startForDevices();
  for (const path of ['/', '/api/events', '/api/events?token=wrong', '/api/stream'])
    expect((await requestPath(url, path)).status).toBe(401);
  const wrong = { authorization: `Bearer ${token.slice(1)}x` };
  expect((await requestPath(url, '/api/events', wrong)).status).toBe(401);
  expect((await requestPath(url, '/api/events', { authorization: `Bearer ${token}` })).status).toBe(200);
  expect((await requestPath(url, `/api/events?token=${token}`)).status).toBe(200);
});

itUnless(notRunReason, 'serve moves the token from the page’s URL to a cookie', async () => {
  const { url, token } = await startForDevices();
  const { status, headers } = await requestPath(url, `/.//elsewhere.example/?token=${token}&filter=a`);
  expect([status, headers.location, headers['referrer-policy']]).toEqual([303, '/?filter=a', 'no-referrer']);
  const [cookie = ''] = headers['set-cookie'] ?? [];
  expect(cookie).toContain('; HttpOnly; SameSite=Lax');
  const [pair = ''] = cookie.split(';');
  expect((await requestPath(url, '/api/events', { cookie: `other=1; ${pair}` })).status).toBe(200);
  // The browser sends a cookie with requests of other pages, too.
  expect((await requestPath(url, '/api/events', { cookie: pair, origin: 'https://elsewhere.example' })).status).toBe(
    403,
  );
  expect((await requestPath(url, '/api/events', { cookie: pair, host: 'elsewhere.example' })).status).toBe(403);
});

itUnless(notRunReason, 'the client on another machine requires the token, as an option or in the URL', async () => {
  const { serve, url, token, page } = await startForDevices();
  await serve.post({ events: [{ eid: 'LOG', mid: 'LOG:1' }] });
  await expect(connect({ api: url }).counts()).rejects.toThrow('token');
  for (const client of [connect({ api: url, token }), connect({ api: page })]) {
    expect((await client.counts()).events).toBe(1);
    expect((await client.events({ filter: 'kind:log' })).map(({ mid }) => mid)).toEqual(['LOG:1']);
  }
});

itUnless(notRunReason, 'the URLs for other devices are printed as QR codes only on a terminal', async () => {
  const args = ['--host', '0.0.0.0', '--ui-host', '0.0.0.0', '--no-config'];
  const terminal = await startPretty(args, true);
  expect(terminal).toContain(`Collector for other devices: http://${address}:`);
  expect(terminal).toContain(`Panel for other devices: http://${address}:`);
  // The border of each of the two codes has a line of full blocks at the top, and of half blocks at the bottom.
  expect(terminal.match(/█{29,}/g)).toHaveLength(2);
  expect(await startPretty(args, false)).not.toContain('█');
  expect(await startPretty(['--no-config'], true)).not.toContain('█');
});

itUnless(notRunReason, 'serve requires the token if a local request has another host name', async () => {
  const { serve, url } = await startForDevices();
  expect((await requestPath(serve.api, '/api/events', { host: new URL(url).host })).status).toBe(401);
});
