import type { SetTimer } from '#core/util/scheduler';

/** URL of the collector's Server-Sent Events. */
const STREAM_URL = '/api/stream';
/** Name of the lock and the channel that all pages of the collector share. */
const SHARED_NAME = 'telemetry-v3-stream';
/**
 * Delay of reopening after a response that isn't a stream, such as a proxy error.
 * Browsers do not reconnect then.
 */
const REOPEN_MS = 1_000;

/** Called with a position of the collection, or with `null` when the connection is lost. */
export type OnPosition = (position: string | null) => void;

/**
 * Calls back with each position of the collector's stream.
 * All pages of a browser share one stream, because browsers limit connections to six per host. The page with the lock
 * opens the stream and broadcasts its positions. When that page closes, another page gets the lock and reopens the
 * stream.
 */
export function subscribeToPositions(onPosition: OnPosition, setTimer: SetTimer): void {
  // Web Locks exist in secure contexts only, which include localhost.
  if (!('locks' in navigator)) {
    openStream(onPosition, setTimer);
    return;
  }
  const channel = new BroadcastChannel(SHARED_NAME);
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (data === null || typeof data === 'string') onPosition(data);
  });
  const share: OnPosition = (position) => {
    channel.postMessage(position);
    onPosition(position);
  };
  const holdLock = (): Promise<never> => {
    openStream(share, setTimer);
    return new Promise(() => {});
  };
  navigator.locks.request(SHARED_NAME, holdLock).catch(() => openStream(onPosition, setTimer));
}

function openStream(onPosition: OnPosition, setTimer: SetTimer): void {
  const stream = new EventSource(STREAM_URL);
  stream.addEventListener('message', ({ data }: MessageEvent<unknown>) => onPosition(String(data)));
  stream.addEventListener('error', () => {
    onPosition(null);
    if (stream.readyState === EventSource.CLOSED) setTimer(REOPEN_MS, () => openStream(onPosition, setTimer));
  });
}
