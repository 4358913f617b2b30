import { apply, construct, getOwnPropertyDescriptor, ignoreErrors, listen } from '#page/builtins';

const PageSocket = WebSocket;
const { close } = WebSocket.prototype;
const dataOf = getOwnPropertyDescriptor(MessageEvent.prototype, 'data')?.get as () => unknown;
const pageTimeout = setTimeout;
const encode = encodeURIComponent;

const RETRY_MS = 1_000;
/** The collector has ended. Each attempt is an error in the page's console. */
const MAX_RETRIES = 5;

/** Receives the orders of a panel. */
export interface OrderReceiver {
  /** Connects this document, unless it is connected. */
  open(documentKey: string): void;
  /** The page unloads: with a connection it would get into no back/forward cache. */
  close(): void;
}

/**
 * Creates the receiver of orders that come through a WebSocket.
 * It holds none of the six connections that a page has to its host, which are of HTTP only. `onOrder` gets JSON text.
 */
export function createOrderReceiver(url: string, onOrder: (text: string) => void): OrderReceiver {
  let openKey: string | null = null;
  let current: WebSocket | null = null;
  const end = (): void => {
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
    listen(socket, 'message', (event) => onOrder(apply(dataOf, event, []) as string));
    listen(socket, 'close', () => {
      if (current !== socket) return;
      // What never opened is forbidden by the page's policy or by a proxy: each attempt would be reported again.
      const next = wasOpen ? 1 : retries + 1;
      if ((!wasOpen && retries === 0) || next > MAX_RETRIES) return;
      const retry = (): void => {
        if (current === socket) ignoreErrors(() => connect(documentKey, next));
      };
      apply(pageTimeout, undefined, [retry, RETRY_MS * 2 ** (next - 1)]);
    });
  };
  return {
    open(documentKey) {
      if (openKey === documentKey) return;
      end();
      openKey = documentKey;
      ignoreErrors(() => connect(documentKey, 0));
    },
    close: end,
  };
}
