import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';

/** RFC 6455, section 1.3. */
const ACCEPT_SUFFIX = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
const KEY = /^[A-Za-z0-9+/]{22}==$/;
/** A browser has a few pages open. */
const MAX_SOCKETS = 200;
/** A phone that sleeps closes no connection. */
const KEEP_ALIVE_MS = 15_000;
const TEXT_FRAME = 0x81;
const CLOSE_FRAME = Buffer.from([0x88, 0]);
const CLOSE_OPCODE = 8;

/** The WebSockets of pages, each of one document. Pages send nothing through them. */
export interface OrderSockets {
  /** Opens the WebSocket that a document asks for. */
  take(request: IncomingMessage, socket: Duplex, documentKey: string): void;
  /** Sends a text. Returns false if the document has no WebSocket. */
  send(documentKey: string, text: string): boolean;
  /** Closes all. */
  close(): void;
}

/** Creates an empty set of WebSockets. `onConnection` gets each document that opens or closes its own. */
export function createOrderSockets(onConnection: (documentKey: string, isConnected: boolean) => void): OrderSockets {
  const sockets = new Map<string, Duplex>();
  const open = (socket: Duplex, documentKey: string): void => {
    sockets.get(documentKey)?.destroy();
    sockets.set(documentKey, socket);
    onConnection(documentKey, true);
    socket.on('error', () => {});
    socket.on('data', (chunk: Buffer) => {
      // Whatever a page sends, it opens another WebSocket.
      if (((chunk[0] ?? 0) & 0x0f) === CLOSE_OPCODE) socket.end(CLOSE_FRAME);
      else socket.destroy();
    });
    // Node.js keeps the other half of a server's socket open: a browser that was ended sends no frame.
    socket.on('end', () => socket.destroy());
    socket.on('close', () => {
      if (sockets.get(documentKey) !== socket) return;
      sockets.delete(documentKey);
      onConnection(documentKey, false);
    });
  };
  return {
    take(request, socket, documentKey) {
      const key = request.headers['sec-websocket-key'] ?? '';
      const isValid = KEY.test(key) && request.headers['sec-websocket-version'] === '13' && documentKey !== '';
      if (!isValid || sockets.size >= MAX_SOCKETS) {
        const status = isValid ? '503 Service Unavailable' : '400 Bad Request';
        socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
        return;
      }
      const accept = createHash('sha1')
        .update(key + ACCEPT_SUFFIX)
        .digest('base64');
      const head = ['HTTP/1.1 101 Switching Protocols', 'connection: Upgrade', 'upgrade: websocket'];
      socket.write(`${[...head, `sec-websocket-accept: ${accept}`].join('\r\n')}\r\n\r\n`);
      request.socket.setNoDelay(true).setKeepAlive(true, KEEP_ALIVE_MS);
      open(socket, documentKey);
    },
    send(documentKey, text) {
      const socket = sockets.get(documentKey);
      if (socket === undefined || !socket.writable) return false;
      socket.write(encodeText(text));
      return true;
    },
    close() {
      for (const socket of sockets.values()) socket.destroy();
    },
  };
}

/** A text as one frame (RFC 6455, section 5.2), which a server does not mask. */
function encodeText(text: string): Buffer {
  const payload = Buffer.from(text);
  const { length } = payload;
  if (length < 126) return Buffer.concat([Buffer.from([TEXT_FRAME, length]), payload]);
  const head = Buffer.alloc(length < 65_536 ? 4 : 10);
  head[0] = TEXT_FRAME;
  head[1] = length < 65_536 ? 126 : 127;
  if (length < 65_536) head.writeUInt16BE(length, 2);
  else head.writeBigUInt64BE(BigInt(length), 2);
  return Buffer.concat([head, payload]);
}
