import { type ReadonlySignal, signal } from '@preact/signals';
import type { ReadingFile } from '#components/kit/FileProgress.tsx';
import type { ReadingControl } from '#core/registry/files/limits';
import type { OptionsDeps } from './options-deps';

/** What takes less time is over before anybody could stop it. */
const SHOWN_AFTER_MS = 300;

export interface FileReading {
  /** What is being read, once it takes long. */
  readonly shown: ReadonlySignal<ReadingFile | null>;
  /** Reads something. What was being read before is stopped. */
  readonly run: <Value>(name: string, read: (control: ReadingControl) => Promise<Value>) => Promise<Value>;
}

export function createFileReading({ setTimer, rest }: Pick<OptionsDeps, 'setTimer' | 'rest'>): FileReading {
  const shown = signal<ReadingFile | null>(null);
  let cancelCurrent = () => {};
  return {
    shown,
    async run(name, read) {
      cancelCurrent();
      const stop = new AbortController();
      const share = signal(0);
      const file: ReadingFile = { name, share, cancel: () => stop.abort() };
      cancelCurrent = file.cancel;
      const hurry = setTimer(SHOWN_AFTER_MS, () => {
        shown.value = file;
      });
      const onProgress = (done: number) => {
        share.value = done;
      };
      try {
        return await read({ signal: stop.signal, rest, onProgress });
      } finally {
        hurry();
        if (shown.peek() === file) shown.value = null;
      }
    },
  };
}
