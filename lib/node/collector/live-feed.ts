import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type ChangeFeed, createChangeFeed } from '#core/collector/change-feed';
import type { CollectedEvents } from '#core/collector/collected-events';
import type { CollectedPages } from '#core/collector/collected-pages';
import { CollectedRow } from '#core/collector/collected-row';
import { type JudgedRecord, observedOf } from '#core/stream/judged-record';
import { createThrottledJob } from '#core/util/scheduler';
import { OutputBytes } from '../output-bytes';

/** Pages of one browser share a stream. */
const MAX_STREAMS = 100;
/** What comes within this time is notified once: a page renders no faster. */
const NOTIFY_EVERY_MS = 25;
/** A connection that is gone is noticed by it. */
const PING_EVERY_MS = 15_000;
/** A write of the response: one for each event would take longer. */
const CHUNK_BYTES = 64 * 1024;
/** How long a browser waits before it connects again. */
const RETRY_MS = 1_000;

export interface LiveFeedDeps {
  readonly events: CollectedEvents;
  /** The pages with an injected hook; `null` without any. */
  readonly pages: Pick<CollectedPages, 'state' | 'onChange'> | null;
  /** Milliseconds of a clock that never goes back. */
  readonly clock: () => number;
  /** Calls back after this number of milliseconds. Returns a function that cancels it. */
  readonly after: (milliseconds: number, task: () => void) => () => void;
}

/**
 * The events of a collector for pages that show them as they come.
 * The stream only says how far the collection is; each page reads the changes that it does not know, when it has time
 * for them. So no page holds up another, and a page that lost its connection goes on where it was.
 */
export interface LiveFeed {
  /** Returns the JSON of what follows a position, in UTF-8. */
  readChanges(after: string | null): Iterable<Uint8Array>;
  /** Responds with Server-Sent Events, each a position of the collection. False if there are too many streams. */
  stream(request: IncomingMessage, response: ServerResponse): boolean;
}

/** Creates the live feed of a collection. Nothing is noted of its changes before the first page asks. */
export function createLiveFeed({ events, pages, clock, after }: LiveFeedDeps): LiveFeed {
  let created: ChangeFeed | null = null;
  const feed = (): ChangeFeed => {
    created ??= createChangeFeed(events, randomUUID());
    return created;
  };
  const out = new OutputBytes();
  const streams = new Set<ServerResponse>();
  let stopPings = (): void => {};

  const notify = (): void => {
    const text = positionText(feed());
    // A page that reads no more gets the latest position once it does.
    for (const response of streams) if (!response.writableNeedDrain) response.write(text);
  };
  const ping = (): void => {
    for (const response of streams) if (!response.writableNeedDrain) response.write(': ping\n\n');
    stopPings = after(PING_EVERY_MS, ping);
  };
  /** At once after a rest: a panel that fires waits for it. The feed notes a change only after this, in the same task. */
  const soon = createThrottledJob({ now: clock, after }, NOTIFY_EVERY_MS, () => after(0, notify));
  const schedule = (): void => {
    if (streams.size > 0) soon.schedule();
  };
  events.onChange(schedule);
  pages?.onChange(schedule);

  return {
    *readChanges(position) {
      const { events: changed, ...part } = feed().read(position);
      out.addText(`${JSON.stringify({ ...part, ...pages?.state() }).slice(0, -1)},"records":[`);
      for (const [index, { record }] of changed.entries()) {
        if (index > 0) out.addText(',');
        addObserved(record, out);
        // Another reader may gather its response before this one goes on.
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
      response.write(`retry: ${RETRY_MS}\n\n${positionText(feed())}`);
      response.on('drain', () => response.write(positionText(feed())));
      streams.add(response);
      if (streams.size === 1) stopPings = after(PING_EVERY_MS, ping);
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
