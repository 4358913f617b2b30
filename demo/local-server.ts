import type { RequestListener } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface LocalServer {
  /** Origin without a trailing slash: `http://127.0.0.1:41231`. */
  readonly url: string;
  /** Stops the server, and closes all open connections. */
  readonly stop: () => Promise<void>;
}

/**
 * Starts a server on 127.0.0.1. Port 0 selects a free port.
 * Rejects if the port is in use, with the port in the message.
 */
export async function startLocalServer(listener: RequestListener, port = 0): Promise<LocalServer> {
  const server = createServer(listener);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const { port: actualPort } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${actualPort}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
