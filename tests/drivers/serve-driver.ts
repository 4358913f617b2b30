import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import type { Json } from '#core/json/json';
import { eventOf } from '#tests/unit/core/telemetry/sample-events';
import { endProcess } from './end-process';

/** The collector of the built package, and its page behind a connection that can be interrupted. */
export interface ServeDriver {
  /** URL of the collector. */
  readonly collector: string;
  /** URL of the page. */
  readonly page: string;
  /** Posts a valid event for each id, as one batch. */
  post(ids: readonly string[], headers?: Record<string, string>): Promise<void>;
  /** Posts events as one batch, for a named run if `run` is set. Rejects if the status is not a success. */
  send(events: readonly Json[], headers?: Record<string, string>, run?: string): Promise<void>;
  /**
   * Sets whether connections to the page's server are possible.
   * `false` closes all connections, and rejects new connections.
   */
  setConnected(isConnected: boolean): void;
  /** Returns the number of events in the collector. */
  count(): Promise<number>;
  stop(): Promise<void>;
}

/** Starts the collector of the built package on free ports. */
export async function startServe(extraArguments: readonly string[] = []): Promise<ServeDriver> {
  const args = ['.output/package/dist/cli.mjs', 'serve', '--no-config', '--format', 'json'];
  const child = spawn(process.execPath, [...args, '--port', '0', '--ui-port', '0', ...extraArguments], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface(child.stdout);
  const [first] = await Promise.race([
    once(lines, 'line'),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`telemetry-v3 serve ended with ${code}.`))),
  ]);
  const { collector, api }: { readonly collector: string; readonly api: string } = JSON.parse(first);
  const send: ServeDriver['send'] = async (events, headers = {}, run = '') => {
    const body = JSON.stringify({ id: 'api.telemetry', ver: '3.0', ets: 1, events });
    const response = await fetch(`${collector}${run && `/run/${run}`}/v1/telemetry`, { method: 'POST', body, headers });
    if (!response.ok) throw new Error(`The collector responded with ${response.status}.`);
  };
  const proxy = await startProxy(Number(new URL(api).port));
  return {
    collector,
    page: `http://127.0.0.1:${proxy.port}/`,
    post: (ids, headers) => send(ids.map(touchEvent), headers),
    send,
    setConnected: proxy.setConnected,
    count: async () => (await (await fetch(`${api}/api/counts`)).json()).events,
    async stop() {
      proxy.stop();
      await endProcess(child);
    },
  };
}

const touchEvent = (id: string) =>
  eventOf('interact', { type: 'TOUCH', id, pageid: 'home' }, { mid: `INTERACT:${id}` });

/** Starts a proxy to a local port. The proxy can reject connections without closing its own port. */
async function startProxy(targetPort: number) {
  let isConnected = true;
  const sockets = new Set<Socket>();
  const closeAll = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  const server = createServer((socket) => {
    if (!isConnected) return void socket.destroy();
    const upstream = connect(targetPort, '127.0.0.1');
    for (const [one, other] of [
      [socket, upstream],
      [upstream, socket],
    ] as const) {
      sockets.add(one);
      one
        .on('error', () => other.destroy())
        .on('close', () => {
          sockets.delete(one);
          other.destroy();
        });
      one.pipe(other);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    setConnected(isNowConnected: boolean) {
      isConnected = isNowConnected;
      if (!isNowConnected) closeAll();
    },
    stop() {
      closeAll();
      server.close();
    },
  };
}
