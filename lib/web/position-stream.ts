import type { After } from '#core/util/scheduler';

/** The address of the collector's Server-Sent Events, and the names that its pages share. */
const STREAM_URL = '/api/stream';
const NAME = 'telemetry-v3-stream';
/** A browser connects again by itself, but not after a response that is no stream, as of a proxy. */
const REOPEN_MS = 1_000;

/** A message of the stream, for all pages of the browser. `null` where the connection is lost. */
export type OnPosition = (position: string | null) => void;

/**
 * Calls back with each position of the collector's stream.
 * Pages of one browser share one stream, as a browser opens six connections to a host: the page that holds the lock has
 * it, and the others hear of it. When that page closes, another gets the lock and opens the stream anew.
 */
export function listenPositions(onPosition: OnPosition, after: After): void {
  // Only secure contexts have locks; pages of this machine are such.
  if (!('locks' in navigator)) {
    openStream(onPosition, after);
    return;
  }
  const channel = new BroadcastChannel(NAME);
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (data === null || typeof data === 'string') onPosition(data);
  });
  const share: OnPosition = (position) => {
    channel.postMessage(position);
    onPosition(position);
  };
  const holdLock = (): Promise<never> => {
    openStream(share, after);
    return new Promise(() => {});
  };
  navigator.locks.request(NAME, holdLock).catch(() => openStream(onPosition, after));
}

function openStream(onPosition: OnPosition, after: After): void {
  const stream = new EventSource(STREAM_URL);
  stream.addEventListener('message', ({ data }: MessageEvent<unknown>) => onPosition(String(data)));
  stream.addEventListener('error', () => {
    onPosition(null);
    if (stream.readyState === EventSource.CLOSED) after(REOPEN_MS, () => openStream(onPosition, after));
  });
}
