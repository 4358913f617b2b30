import { once } from 'node:events';
import { IncomingMessage } from 'node:http';
import { connect, Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { Duplex } from 'node:stream';
import { expect, it } from 'vitest';
import { createUpstreamProxy } from '#node/collector/upstream-proxy';
import { setTimer } from '#node/timers';
import { createDeferred } from '#tests/drivers/deferred';
import { itUnless } from '#tests/drivers/it-unless';
import { exchange, startProxy, startUpstream } from './start-upstream';

const upgradeRequest = (host: string) =>
  `GET /hot?token=1 HTTP/1.1\r\nhost: ${host}\r\norigin: http://${host}\r\nconnection: Upgrade\r\nupgrade: websocket\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\nsec-websocket-version: 13\r\n\r\n`;

/** Starts an upstream that upgrades connections, and echoes all received bytes. */
async function startEcho(headers = 'set-cookie: a=1; Secure', host = '127.0.0.1') {
  const upstream = await startUpstream((_, response) => response.writeHead(403).end('not you'), host);
  const closed = createDeferred<void>();
  const sockets: Duplex[] = [];
  const requests: (readonly [string | undefined, string | undefined, string | undefined])[] = [];
  upstream.server.on('upgrade', (request, socket) => {
    requests.push([request.url, request.headers.host, request.headers.origin]);
    socket.on('error', () => {});
    socket.on('close', () => closed.resolve());
    socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: Upgrade\r\nupgrade: websocket\r\n');
    socket.write(`${headers === '' ? '' : `${headers}\r\n`}\r\nhello`, 'latin1');
    sockets.push(socket);
    socket.pipe(socket);
  });
  return { ...upstream, closed, requests, sockets };
}

/** Opens a connection and upgrades it. */
function openWebSocket(port: number) {
  const socket: Socket = connect(port, '127.0.0.1');
  let received = '';
  let notify = (): void => {};
  socket.on('data', (chunk) => {
    received += chunk.toString('latin1');
    notify();
  });
  socket.on('error', () => {});
  socket.write(upgradeRequest(`127.0.0.1:${port}`));
  const waitForText = (text: string) =>
    new Promise<string>((resolve) => {
      notify = () => {
        if (received.includes(text)) resolve(received);
      };
      notify();
    });
  return { socket, waitForText, received: () => received };
}

it('a WebSocket is forwarded in both directions, with the host and origin of the upstream', async () => {
  const upstream = await startEcho();
  const { port } = await startProxy(upstream.origin);
  const { socket, waitForText } = openWebSocket(port);
  const head = await waitForText('hello');
  expect(head).toMatch(/^HTTP\/1\.1 101 /);
  expect(head).toContain('set-cookie: a=1\r\n');
  socket.write('\x81\x85byte');
  await waitForText('byte');
  expect(upstream.requests).toEqual([['/hot?token=1', new URL(upstream.origin).host, upstream.origin]]);
  socket.destroy();
  await upstream.closed.promise;
});

it('stopping a proxy closes WebSockets', async () => {
  const upstream = await startEcho();
  const { port, stop } = await startProxy(upstream.origin);
  const { socket, waitForText } = openWebSocket(port);
  await waitForText('hello');
  await stop();
  await upstream.closed.promise;
  await expect.poll(() => socket.destroyed).toBe(true);
});

it('a WebSocket request has the upstream’s response if it is rejected, and a 502 if the upstream is down', async () => {
  const upstream = await startUpstream((_, response) => response.writeHead(403).end('not you'));
  const { port } = await startProxy(upstream.origin);
  expect(await exchange(port, upgradeRequest(`127.0.0.1:${port}`))).toMatch(/^HTTP\/1\.1 403 [\s\S]*not you/);
  await upstream.close();
  expect(await exchange(port, upgradeRequest(`127.0.0.1:${port}`))).toMatch(
    /^HTTP\/1\.1 502 [\s\S]*Connection refused/,
  );
});

it('a WebSocket that the upstream resets is closed without an HTTP response', async () => {
  const upstream = await startEcho();
  const { port } = await startProxy(upstream.origin);
  const { socket, waitForText, received } = openWebSocket(port);
  await waitForText('hello');
  const closed = once(socket, 'close');
  const [reset] = upstream.sockets;
  if (reset instanceof Socket) reset.resetAndDestroy();
  await closed;
  expect(received().split('hello')[1]).toBe('');
});

it('a slow client receives all data of a WebSocket that the upstream has closed', async () => {
  const upstream = await startEcho();
  const proxy = createUpstreamProxy(upstream.origin, { setTimer });
  const { socket, request, received, sendWritten } = createSlowClient();
  proxy.forwardUpgrade(request, socket, Buffer.alloc(0));
  await expect.poll(() => upstream.sockets).toHaveLength(1);
  upstream.sockets[0]?.end('bye');
  await upstream.closed.promise;
  await expect.poll(() => socket.writableEnded || socket.destroyed).toBe(true);
  sendWritten();
  await expect.poll(() => socket.closed).toBe(true);
  expect(received()).toMatch(/^HTTP\/1\.1 101 [\s\S]*\r\n\r\nhellobye$/);
  await proxy.close();
});

/** Creates the socket of a client that receives nothing until `sendWritten` is called. */
function createSlowClient() {
  let text = '';
  let isReading = false;
  let sendNext = (): void => {};
  const socket = new Duplex({
    read() {},
    write(chunk: Buffer, _encoding, callback) {
      sendNext = () => {
        text += chunk.toString('latin1');
        callback();
      };
      if (isReading) sendNext();
    },
  });
  Object.assign(socket, { setTimeout() {}, setNoDelay() {}, setKeepAlive() {} });
  const request = Object.assign(new IncomingMessage(new Socket()), {
    method: 'GET',
    url: '/',
    headers: { host: 'localhost', connection: 'Upgrade', upgrade: 'websocket' },
  });
  const sendWritten = (): void => {
    isReading = true;
    sendNext();
  };
  return { socket, request, received: () => text, sendWritten };
}

it('headers of a WebSocket response are forwarded byte for byte', async () => {
  const upstream = await startEcho('x-name: \xc3\xa9\xe9');
  const { port } = await startProxy(upstream.origin);
  const { socket, waitForText } = openWebSocket(port);
  expect(await waitForText('hello')).toContain('x-name: \xc3\xa9\xe9\r\n');
  socket.destroy();
});

const hasIpv6 = Object.values(networkInterfaces()).some((addresses) =>
  addresses?.some(({ address }) => address === '::1'),
);

itUnless(hasIpv6 ? null : 'this machine has no IPv6', 'an upstream can have an IPv6 address', async () => {
  const upstream = await startEcho('', '::1');
  const { port, url } = await startProxy(upstream.origin);
  expect(upstream.origin).toContain('[::1]');
  expect(await (await fetch(url)).text()).toBe('not you');
  const { socket, waitForText } = openWebSocket(port);
  await waitForText('hello');
  socket.destroy();
});

it('a proxy rejects public host names, which may be rebound to this machine, unless they are allowed', async () => {
  const upstream = await startUpstream((_, response) => response.end('secret of the upstream'));
  const { port } = await startProxy(upstream.origin, { allowedHosts: new Set(['allowed.example']) });
  const sendRequest = (host: string) => exchange(port, `GET / HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`);
  for (const host of [`rebound.example:${port}`, 'evil.localhost.example', '127.0.0.1.nip.io'])
    expect(await sendRequest(host), host).not.toContain('secret');
  expect(await sendRequest('rebound.example')).toMatch(/^HTTP\/1\.1 403 [\s\S]*--allow-host/);
  for (const host of [`localhost:${port}`, '192.168.1.2', '[::1]', 'app', 'learn.test', 'mac.local', 'ALLOWED.example'])
    expect(await sendRequest(host), host).toContain('secret');
  expect(await exchange(port, upgradeRequest('rebound.example'))).toMatch(/^HTTP\/1\.1 403 /);
});
