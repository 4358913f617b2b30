import { type ReadonlySignal, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { collectEvents } from '#core/formats/selected-events';
import type { ExportFormatDefinition } from '#core/formats/write/export-format';
import type { Writing } from '#core/formats/write/writing';
import type { Scheduler } from '#core/util/scheduler';
import { createTimeSliceDeps } from '#core/util/time-slices';

interface ExportJob {
  /** Written part of the file, from 0 to 1; null while no export runs. */
  readonly progress: ReadonlySignal<number | null>;
  /** Resolves with the file in parts, or null if the export was cancelled. */
  start<Part>(
    format: ExportFormatDefinition,
    writing: Writing,
    toPart: (text: string) => Part,
  ): Promise<readonly Part[] | null>;
  stop(): void;
}

/** Writes a file without blocking the panel. Closing the dialog cancels it. */
export function useExportJob(scheduler: Scheduler): ExportJob {
  const progress = useSignal<number | null>(null);
  const running = useRef<AbortController | null>(null);
  const stop = () => running.current?.abort();
  useEffect(() => stop, []);
  return {
    progress,
    stop,
    async start(format, writing, toPart) {
      const controller = new AbortController();
      running.current = controller;
      progress.value = 0;
      const onProgress = (done: number) => {
        progress.value = done;
      };
      const parts = await collectEvents(format.write(writing), {
        ...createTimeSliceDeps(scheduler),
        toPart,
        longValues: writing.longValues,
        signal: controller.signal,
        onProgress,
      });
      progress.value = null;
      return parts;
    },
  };
}
