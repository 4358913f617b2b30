import { type ReadonlySignal, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { collectEvents } from '#core/formats/selected-events';
import type { ExportFormatDefinition } from '#core/formats/write/export-format';
import type { Writing } from '#core/formats/write/writing';
import { createPace, type Scheduler } from '#core/util/scheduler';

export interface ExportWork {
  /** How much is written, 0 to 1; null while nothing is being written. */
  readonly share: ReadonlySignal<number | null>;
  /** The file in parts, or null if it was stopped. */
  start<Part>(
    format: ExportFormatDefinition,
    writing: Writing,
    toPart: (text: string) => Part,
  ): Promise<readonly Part[] | null>;
  stop(): void;
}

/** Writes a file while the panel goes on; a dialog that is closed stops it. */
export function useExport(scheduler: Scheduler): ExportWork {
  const share = useSignal<number | null>(null);
  const running = useRef<AbortController | null>(null);
  const stop = () => running.current?.abort();
  useEffect(() => stop, []);
  return {
    share,
    stop,
    async start(format, writing, toPart) {
      const own = new AbortController();
      running.current = own;
      share.value = 0;
      const onProgress = (done: number) => {
        share.value = done;
      };
      const parts = await collectEvents(format.write(writing), {
        ...createPace(scheduler),
        toPart,
        longValues: writing.longValues,
        signal: own.signal,
        onProgress,
      });
      share.value = null;
      return parts;
    },
  };
}
