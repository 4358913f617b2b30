import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import type { CollectedEvent } from '#core/collector/collected-change';
import { createCollectedEvents } from '#core/collector/collected-events';
import { type CollectorBehavior, defaultBehavior } from '#core/collector/collector-response';
import { createDefaultJudge } from '#core/stream/default-judge';
import { decompress } from '#node/cli/input/body-deps';
import { startServer } from '#node/collector/local-server';
import { createReverseProxy } from '#node/collector/reverse-proxy';
import { setTimer } from '#node/timers';

interface ProxyOptions extends Partial<CollectorBehavior> {
  readonly telemetry?: 'local' | 'forwarded';
  /** The script to inject into pages. None by default. */
  readonly pageScript?: string;
  readonly allowedHosts?: ReadonlySet<string>;
  /** Maximum time that the stopping proxy waits for open requests. */
  readonly stopMs?: number;
}

/** Starts a server that sends these bytes for the path of a request, and then closes the connection. */
export async function startRawUpstream(responses: Readonly<Record<string, string>>) {
  const server = createTcpServer((socket) => {
    socket.on('error', () => {});
    let received = '';
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1');
      if (received.includes('\r\n\r\n')) socket.end(responses[received.split(' ')[1] ?? ''] ?? '', 'latin1');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** Starts a server at a free port, which stops with the test. */
export async function startUpstream(listener: RequestListener, host = '127.0.0.1') {
  const server = createServer(listener);
  return { server, origin: await listen(server, host), close: () => close(server) };
}

/** Starts a reverse proxy to an upstream, at a free port; both stop with the test. */
export async function startProxy(
  origin: string,
  { telemetry = 'forwarded', pageScript, allowedHosts = new Set(), stopMs, ...behavior }: ProxyOptions = {},
) {
  const events = createCollectedEvents(createDefaultJudge());
  const proxy = createReverseProxy(
    events,
    { origin, telemetry, pageScript: pageScript ?? null, allowedHosts, behavior: { ...defaultBehavior, ...behavior } },
    { decompress, now: Date.now, random: Math.random, setTimer },
  );
  const started = await startServer(proxy, '127.0.0.1', 0, stopMs === undefined ? {} : { stopMs });
  if (!started.ok) throw new Error(started.failure);
  const stop = async (): Promise<void> => {
    const stopped = started.value.stop();
    await proxy.close();
    await stopped;
  };
  onTestFinished(stop);
  const { port } = started.value;
  const all = (): readonly CollectedEvent[] => [...events.all()];
  return { events, all, port, url: `http://127.0.0.1:${port}`, stop };
}

/** Resolves once a request with telemetry has its response. */
export function waitForEnd(events: ReturnType<typeof createCollectedEvents>): Promise<void> {
  return new Promise((resolve) => {
    const unsubscribe = events.onChange(({ type }) => {
      if (type !== 'ended') return;
      unsubscribe();
      resolve();
    });
  });
}

/** Sends bytes to a port. Returns all received bytes once the connection is closed. */
export function exchange(port: number, text: string): Promise<string> {
  return new Promise((resolve) => {
    const socket: Socket = connect(port, '127.0.0.1');
    let received = '';
    socket.setEncoding('latin1');
    socket.on('data', (chunk) => {
      received += String(chunk);
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(received));
    socket.write(text, 'latin1');
  });
}

async function listen(server: Server, host: string): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, host, () => resolve()));
  onTestFinished(() => close(server));
  return `http://${host.includes(':') ? `[${host}]` : host}:${(server.address() as AddressInfo).port}`;
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
