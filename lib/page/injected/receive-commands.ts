import { apply, construct, getOwnPropertyDescriptor, ignoreErrors, listen } from '#page/builtins';

const PageSocket = WebSocket;
const { close } = WebSocket.prototype;
const dataOf = getOwnPropertyDescriptor(MessageEvent.prototype, 'data')?.get as () => unknown;
const pageTimeout = setTimeout;
const encode = encodeURIComponent;

const RETRY_MS = 1_000;
/** Maximum number of attempts to reconnect. Each failed attempt logs an error in the page's console. */
const MAX_RETRIES = 5;

/** Receives commands of a panel. */
export interface CommandReceiver {
  /** Connects a document, unless it is connected already. */
  open(documentKey: string): void;
  /**
   * Closes the connection, which would exclude the page from the back/forward cache.
   * Call when the page unloads.
   */
  close(): void;
}

/**
 * Creates a receiver of commands, as JSON texts, through a WebSocket.
 * A WebSocket does not count for the limit of six HTTP connections per host.
 */
export function createCommandReceiver(url: string, onCommand: (text: string) => void): CommandReceiver {
  let openKey: string | null = null;
  let current: WebSocket | null = null;
  const closeSocket = (): void => {
    const socket = current;
    openKey = current = null;
    if (socket !== null) ignoreErrors(() => apply(close, socket, []));
  };
  const connect = (documentKey: string, retries: number): void => {
    let wasOpen = false;
    const socket = construct(PageSocket, [`${url}?document=${encode(documentKey)}`]) as WebSocket;
    current = socket;
    listen(socket, 'open', () => {
      wasOpen = true;
    });
    listen(socket, 'message', (event) => onCommand(apply(dataOf, event, []) as string));
    listen(socket, 'close', () => {
      if (current !== socket) return;
      // A socket that never opened is blocked by the page's policy or by a proxy. Each retry would log another error.
      const nextRetry = wasOpen ? 1 : retries + 1;
      if ((!wasOpen && retries === 0) || nextRetry > MAX_RETRIES) return;
      const retry = (): void => {
        if (current === socket) ignoreErrors(() => connect(documentKey, nextRetry));
      };
      apply(pageTimeout, undefined, [retry, RETRY_MS * 2 ** (nextRetry - 1)]);
    });
  };
  return {
    open(documentKey) {
      if (openKey === documentKey) return;
      closeSocket();
      openKey = documentKey;
      ignoreErrors(() => connect(documentKey, 0));
    },
    close: closeSocket,
  };
}
