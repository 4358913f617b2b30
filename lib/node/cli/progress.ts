import { formatNumber, pluralize } from '#core/telemetry/wording';
import type { CliDeps } from './cli-deps';
import type { Bytes } from './input/decode-input';

/** Delay before progress is shown: a shorter task needs none. */
const SHOW_DELAY_MS = 1_000;
const INTERVAL_MS = 200;
const ERASE_LINE = '\r\u001b[K';

/** A progress line on standard error. Nothing is shown if standard error isn't a terminal. */
export interface Progress {
  /** Counts the bytes while they are read. Returns the same bytes. */
  count(bytes: Bytes): Bytes;
  update(items: number): void;
  /** Erases the line. Call before other output to the terminal. */
  hide(): void;
}

export function createProgress({ stderr, isErrorTerminal, clock }: CliDeps): Progress {
  const startedAt = clock();
  let shownAt = startedAt + SHOW_DELAY_MS - INTERVAL_MS;
  let bytes = 0;
  let isShown = false;
  return {
    async *count(chunks) {
      for await (const chunk of chunks) {
        bytes += chunk.length;
        yield chunk;
      }
    },
    update(items) {
      const now = isErrorTerminal ? clock() : 0;
      if (!isErrorTerminal || now - shownAt < INTERVAL_MS) return;
      shownAt = now;
      isShown = true;
      stderr.write(`${ERASE_LINE}${pluralize(items, 'item')}, ${formatNumber(Math.round(bytes / 1e6))} MB read …`);
    },
    hide() {
      if (isShown) stderr.write(ERASE_LINE);
      isShown = false;
    },
  };
}
