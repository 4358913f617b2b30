import type { RequestListener } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface LocalServer {
  /** Origin without a slash at the end: `http://127.0.0.1:41231`. */
  readonly url: string;
  /** Ends the server and every connection that is still open. */
  readonly stop: () => Promise<void>;
}

/**
 * Serves on this machine only. Port 0 takes a free one.
 * Rejects where the port is taken, with the port in the message.
 */
export async function startLocalServer(listener: RequestListener, port = 0): Promise<LocalServer> {
  const server = createServer(listener);
  await new Promise<void>((listening, failed) => {
    server.once('error', failed);
    server.listen(port, '127.0.0.1', listening);
  });
  const { port: taken } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${taken}`,
    stop: () =>
      new Promise((stopped) => {
        server.close(() => stopped());
        server.closeAllConnections();
      }),
  };
}
