import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type ChangeFeed, createChangeFeed } from '#core/collector/change-feed';
import type { CollectedEvents } from '#core/collector/collected-events';
import type { CollectedPages } from '#core/collector/collected-pages';
import { CollectedRow } from '#core/collector/collected-row';
import { type JudgedRecord, observedOf } from '#core/stream/judged-record';
import type { SetTimer } from '#core/util/scheduler';
import { createThrottledJob } from '#core/util/scheduler';
import { OutputBytes } from '../../output-bytes';

/** Maximum number of streams. All pages of one browser share a stream. */
const MAX_STREAMS = 100;
/** Interval of notifications. A page does not render faster. */
const NOTIFY_INTERVAL_MS = 25;
/** Interval of pings, which detect closed connections. */
const PING_INTERVAL_MS = 15_000;
/** Size of a write to the response. Writing each event separately would take longer. */
const CHUNK_BYTES = 64 * 1024;
/** Delay before a browser reconnects. */
const RETRY_MS = 1_000;

export interface LiveFeedDeps {
  readonly events: CollectedEvents;
  /** The pages with an injected hook, or `null` if the hook is not injected. */
  readonly pages: Pick<CollectedPages, 'state' | 'onChange'> | null;
  /** Milliseconds of a monotonic clock. */
  readonly clock: () => number;
  /** Sets a timer. Returns a function that cancels the timer. */
  readonly setTimer: SetTimer;
}

/**
 * Provides the events of a collector to pages that show them live.
 * The stream only reports the position of the collection. Each page then requests the changes after its own position.
 * This way no page slows down another one, and a page that reconnects continues at its position.
 */
export interface LiveFeed {
  /** Returns the changes after a position as JSON in UTF-8. */
  readChanges(after: string | null): Iterable<Uint8Array>;
  /**
   * Responds with Server-Sent Events, each a position of the collection.
   * Returns false if there are too many streams.
   */
  stream(request: IncomingMessage, response: ServerResponse): boolean;
}

/** Creates the live feed of a collection. Records no changes before the first page connects. */
export function createLiveFeed({ events, pages, clock, setTimer }: LiveFeedDeps): LiveFeed {
  let changeFeed: ChangeFeed | null = null;
  const openFeed = (): ChangeFeed => {
    changeFeed ??= createChangeFeed(events, randomUUID());
    return changeFeed;
  };
  const out = new OutputBytes();
  const streams = new Set<ServerResponse>();
  let stopPings = (): void => {};

  const notify = (): void => {
    const text = positionText(openFeed());
    // A page that does not read gets the latest position when it continues to read.
    for (const response of streams) if (!response.writableNeedDrain) response.write(text);
  };
  const ping = (): void => {
    for (const response of streams) if (!response.writableNeedDrain) response.write(': ping\n\n');
    stopPings = setTimer(PING_INTERVAL_MS, ping);
  };
  // Runs immediately after a pause, because a panel that fires waits for the notification. The feed records the
  // change later in the same task, so `notify` runs in the next one.
  const notifyJob = createThrottledJob({ now: clock, setTimer }, NOTIFY_INTERVAL_MS, () => setTimer(0, notify));
  const schedule = (): void => {
    if (streams.size > 0) notifyJob.schedule();
  };
  events.onChange(schedule);
  pages?.onChange(schedule);

  return {
    *readChanges(position) {
      const { events: changedEvents, ...part } = openFeed().read(position);
      out.addText(`${JSON.stringify({ ...part, ...pages?.state() }).slice(0, -1)},"records":[`);
      for (const [index, { record }] of changedEvents.entries()) {
        if (index > 0) out.addText(',');
        addObserved(record, out);
        // Copied because another response may use the buffer before this one continues.
        if (out.length >= CHUNK_BYTES) yield out.take().slice();
      }
      out.addText(']}');
      yield out.take().slice();
    },
    stream(request, response) {
      if (streams.size === MAX_STREAMS) return false;
      response.writeHead(200, {
        'content-type': 'text/event-stream',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      });
      response.write(`retry: ${RETRY_MS}\n\n${positionText(openFeed())}`);
      response.on('drain', () => response.write(positionText(openFeed())));
      streams.add(response);
      if (streams.size === 1) stopPings = setTimer(PING_INTERVAL_MS, ping);
      request.socket.setNoDelay(true);
      response.on('close', () => {
        streams.delete(response);
        if (streams.size === 0) stopPings();
      });
      return true;
    },
  };
}

function addObserved(record: JudgedRecord, out: OutputBytes): void {
  if (!(record instanceof CollectedRow)) {
    out.addText(JSON.stringify(observedOf(record)));
    return;
  }
  const [before, event, after] = record.observedParts();
  out.addText(before);
  out.addBytes(event);
  out.addText(after);
}

function positionText(feed: ChangeFeed): string {
  const position = feed.head();
  return `id: ${position}\ndata: ${position}\n\n`;
}
