import { type ReadonlySignal, signal } from '@preact/signals';
import type { LoadingFile } from '#components/kit/FileProgress.tsx';
import type { ReadingControl } from '#core/registry/files/dropped-file';
import type { OptionsDeps } from './options-deps';

/** Delay before the progress is shown. A shorter task ends before a user could cancel it. */
const PROGRESS_DELAY_MS = 300;

export interface FileLoader {
  /** The file that is being loaded. `null` if there is none, and for the first 300 ms. */
  readonly loadingFile: ReadonlySignal<LoadingFile | null>;
  /** Loads a file, and cancels the previous load. */
  readonly load: <Value>(name: string, read: (control: ReadingControl) => Promise<Value>) => Promise<Value>;
}

export function createFileLoader({ setTimer, yieldTask }: Pick<OptionsDeps, 'setTimer' | 'yieldTask'>): FileLoader {
  const loadingFile = signal<LoadingFile | null>(null);
  let cancelCurrent = () => {};
  return {
    loadingFile,
    async load(name, read) {
      cancelCurrent();
      const controller = new AbortController();
      const progress = signal(0);
      const file: LoadingFile = { name, progress, cancel: () => controller.abort() };
      cancelCurrent = file.cancel;
      const cancelTimer = setTimer(PROGRESS_DELAY_MS, () => {
        loadingFile.value = file;
      });
      const onProgress = (fraction: number) => {
        progress.value = fraction;
      };
      try {
        return await read({ signal: controller.signal, yieldTask, onProgress });
      } finally {
        cancelTimer();
        if (loadingFile.peek() === file) loadingFile.value = null;
      }
    },
  };
}
