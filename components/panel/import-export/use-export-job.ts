import { type ReadonlySignal, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { joinPieces } from '#core/formats/join-pieces';
import type { ExportFormatDefinition } from '#core/formats/write/export-format';
import type { Writing } from '#core/formats/write/writing';
import type { Scheduler } from '#core/util/scheduler';
import { createTimeSliceDeps } from '#core/util/time-slices';

interface ExportJob {
  /** Written part of the file, from 0 to 1; null while no export runs. */
  readonly progress: ReadonlySignal<number | null>;
  /** Resolves with the file in parts, or null if the export was cancelled, also during `prepareWriting`. */
  start<Part>(
    format: ExportFormatDefinition,
    prepareWriting: () => Promise<Writing>,
    toPart: (text: string) => Part,
  ): Promise<readonly Part[] | null>;
  stop(): void;
}

/** Writes a file without blocking the panel. Closing the dialog cancels the export. */
export function useExportJob(scheduler: Scheduler): ExportJob {
  const progress = useSignal<number | null>(null);
  const currentJob = useRef<AbortController | null>(null);
  const stop = () => currentJob.current?.abort();
  useEffect(() => stop, []);
  return {
    progress,
    stop,
    async start(format, prepareWriting, toPart) {
      const controller = new AbortController();
      currentJob.current = controller;
      progress.value = 0;
      const onProgress = (fraction: number) => {
        progress.value = fraction;
      };
      const { signal } = controller;
      const aborted = new Promise<null>((resolve) => signal.addEventListener('abort', () => resolve(null)));
      try {
        const writing = await Promise.race([prepareWriting(), aborted]);
        if (writing === null) return null;
        const { longValues } = writing;
        return await joinPieces(format.write(writing), {
          ...createTimeSliceDeps(scheduler),
          toPart,
          longValues,
          signal,
          onProgress,
        });
      } finally {
        if (currentJob.current === controller) progress.value = null;
      }
    },
  };
}
