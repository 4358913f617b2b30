import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';

/** A browser has a few pages open. */
const MAX_SOCKETS = 200;
/** A phone that sleeps closes no connection. */
const KEEP_ALIVE_MS = 15_000;
/** Pages send nothing. */
const MAX_RECEIVED_BYTES = 125;

/** The WebSockets of pages, each of one document. */
export interface OrderSockets {
  /**
   * Opens the WebSocket that a document asks for.
   *
   * @param head what came after the headers.
   */
  take(request: IncomingMessage, socket: Duplex, head: Buffer, documentKey: string): void;
  /** Sends a text. Returns false if the document has no WebSocket. */
  send(documentKey: string, text: string): boolean;
  /** Closes all. */
  close(): void;
}

/** Creates an empty set of WebSockets. `onConnection` gets each document that opens or closes its own. */
export function createOrderSockets(onConnection: (documentKey: string, isConnected: boolean) => void): OrderSockets {
  const server = new WebSocketServer({ noServer: true, clientTracking: false, maxPayload: MAX_RECEIVED_BYTES });
  const sockets = new Map<string, WebSocket>();
  const open = (socket: WebSocket, documentKey: string): void => {
    sockets.get(documentKey)?.terminate();
    sockets.set(documentKey, socket);
    onConnection(documentKey, true);
    // What breaks the protocol is closed, and the page opens another WebSocket.
    socket.on('error', () => {});
    socket.on('message', () => socket.terminate());
    socket.on('close', () => {
      if (sockets.get(documentKey) !== socket) return;
      sockets.delete(documentKey);
      onConnection(documentKey, false);
    });
  };
  return {
    take(request, socket, head, documentKey) {
      if (documentKey === '' || sockets.size >= MAX_SOCKETS) {
        const status = documentKey === '' ? '400 Bad Request' : '503 Service Unavailable';
        socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
        return;
      }
      request.socket.setKeepAlive(true, KEEP_ALIVE_MS);
      server.handleUpgrade(request, socket, head, (opened) => open(opened, documentKey));
    },
    send(documentKey, text) {
      const socket = sockets.get(documentKey);
      if (socket === undefined || socket.readyState !== socket.OPEN) return false;
      socket.send(text);
      return true;
    },
    close() {
      for (const socket of sockets.values()) socket.terminate();
    },
  };
}
