import { formatNumber, pluralize } from '#core/telemetry/wording';
import type { CliDeps } from './cli-deps';
import type { Bytes } from './input/decode-input';

/** Delay before progress is shown: a shorter task needs none. */
const SHOWN_AFTER_MS = 1_000;
const INTERVAL_MS = 200;
const ERASE_LINE = '\r\u001b[K';

/** One line on the standard error that says how far a command is; nothing where that is no terminal. */
export interface Progress {
  /** The same bytes, counted. */
  count(bytes: Bytes): Bytes;
  update(items: number): void;
  /** Call before anything else is written to the terminal. */
  hide(): void;
}

export function createProgress({ stderr, isErrorTerminal, clock }: CliDeps): Progress {
  const startedAt = clock();
  let shownAt = startedAt + SHOWN_AFTER_MS - INTERVAL_MS;
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
