import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';

/** Maximum number of WebSockets. A browser has a few pages open. */
const MAX_SOCKETS = 200;
/** Delay of TCP keep-alive probes, which detect phones that sleep without closing the connection. */
const KEEP_ALIVE_MS = 15_000;
/** Maximum size of a received message. Pages send none. */
const MAX_RECEIVED_BYTES = 125;

/** The WebSockets of pages, one per document. */
export interface CommandSockets {
  /**
   * Accepts the WebSocket of a document.
   *
   * @param head bytes that the client sent after the headers.
   */
  accept(request: IncomingMessage, socket: Duplex, head: Buffer, documentKey: string): void;
  /** Sends a text message. Returns false if the document has no WebSocket. */
  send(documentKey: string, text: string): boolean;
  /** Closes all WebSockets. */
  close(): void;
}

/**
 * Creates an empty set of WebSockets.
 * Calls `onConnection` when a document opens or closes its WebSocket.
 */
export function createCommandSockets(
  onConnection: (documentKey: string, isConnected: boolean) => void,
): CommandSockets {
  const server = new WebSocketServer({ noServer: true, clientTracking: false, maxPayload: MAX_RECEIVED_BYTES });
  const sockets = new Map<string, WebSocket>();
  const open = (socket: WebSocket, documentKey: string): void => {
    sockets.get(documentKey)?.terminate();
    sockets.set(documentKey, socket);
    onConnection(documentKey, true);
    // `ws` closes a WebSocket after a protocol error. The page then opens another one.
    socket.on('error', () => {});
    socket.on('message', () => socket.terminate());
    socket.on('close', () => {
      if (sockets.get(documentKey) !== socket) return;
      sockets.delete(documentKey);
      onConnection(documentKey, false);
    });
  };
  return {
    accept(request, socket, head, documentKey) {
      if (documentKey === '' || sockets.size >= MAX_SOCKETS) {
        const status = documentKey === '' ? '400 Bad Request' : '503 Service Unavailable';
        socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
        return;
      }
      request.socket.setKeepAlive(true, KEEP_ALIVE_MS);
      server.handleUpgrade(request, socket, head, (webSocket) => open(webSocket, documentKey));
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
