import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A beacon carries at most 64 KiB; a request of more is none of ours. */
const MAX_BODY_BYTES = 1_000_000;

export interface ReportReceiver {
  /** Unguessable, on the loopback interface. */
  readonly url: string;
  close(): Promise<void>;
}

/** Receives the beacons of unloading pages on a free port of 127.0.0.1. Each body is handed on as text. */
export async function startReportReceiver(onBody: (text: string) => void): Promise<ReportReceiver> {
  const path = `/${randomUUID()}`;
  const server = createServer((request, response) => {
    const isOurs = request.url === path;
    if (isOurs) allowAnyOrigin(request, response);
    if (!isOurs || request.method !== 'POST') {
      response.writeHead(isOurs && request.method === 'OPTIONS' ? 204 : 404).end();
      return;
    }
    void readBody(request).then((text) => {
      if (text !== null) onBody(text);
      response.writeHead(text === null ? 413 : 204).end();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${path}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** A page of any site reports; Chromium also asks whether a public site may reach the loopback interface. */
function allowAnyOrigin({ headers }: IncomingMessage, response: ServerResponse): void {
  response.setHeader('Access-Control-Allow-Origin', headers.origin ?? '*');
  response.setHeader('Access-Control-Allow-Credentials', 'true');
  response.setHeader('Access-Control-Allow-Headers', 'Content-Type');
  response.setHeader('Access-Control-Allow-Private-Network', 'true');
}

/** Returns `null` for a body that is too long or was cut off. */
async function readBody(request: IncomingMessage): Promise<string | null> {
  const parts: Buffer[] = [];
  let size = 0;
  try {
    for await (const part of request as AsyncIterable<Buffer>) {
      size += part.length;
      if (size > MAX_BODY_BYTES) return null;
      parts.push(part);
    }
  } catch {
    return null;
  }
  return Buffer.concat(parts).toString('utf8');
}
