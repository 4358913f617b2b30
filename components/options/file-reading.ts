import { type ReadonlySignal, signal } from '@preact/signals';
import type { ReadingFile } from '#components/kit/FileProgress.tsx';
import type { PopupDeps } from '#components/popup/model/popup-deps.ts';
import type { EnvironmentCheck } from '#core/identity/checked-part';
import type { Environment } from '#core/identity/environment';
import type { ReadingControl } from '#core/registry/files/limits';
import type { LanguageChoice } from '#i18n/language';
import type { PreferencesDeps } from './preferences-model';

/** Delay before the progress is shown. A shorter task ends before a user could cancel it. */
const SHOWN_AFTER_MS = 300;

export interface FileReading {
  /** The file that is being read; null for the first 300 ms. */
  readonly shown: ReadonlySignal<ReadingFile | null>;
  /** Reads something, and stops the previous reading. */
  readonly run: <Value>(name: string, read: (control: ReadingControl) => Promise<Value>) => Promise<Value>;
}

export function createFileReading({ setTimer, yieldTask }: Pick<OptionsDeps, 'setTimer' | 'yieldTask'>): FileReading {
  const shown = signal<ReadingFile | null>(null);
  let cancelCurrent = () => {};
  return {
    shown,
    async run(name, read) {
      cancelCurrent();
      const stop = new AbortController();
      const progress = signal(0);
      const file: ReadingFile = { name, progress, cancel: () => stop.abort() };
      cancelCurrent = file.cancel;
      const cancelTimer = setTimer(SHOWN_AFTER_MS, () => {
        shown.value = file;
      });
      const onProgress = (done: number) => {
        progress.value = done;
      };
      try {
        return await read({ signal: stop.signal, yieldTask, onProgress });
      } finally {
        cancelTimer();
        if (shown.peek() === file) shown.value = null;
      }
    },
  };
}

/** Browser functions of the options page. */
export interface OptionsDeps extends Pick<PopupDeps, 'ask' | 'requestPermission' | 'setTimer'>, PreferencesDeps {
  /** Tries every part of an environment, without logging in. */
  readonly checkEnvironment: (environment: Environment) => Promise<readonly EnvironmentCheck[]>;
  /** Yields to the event loop. */
  readonly yieldTask: () => Promise<void>;
  readonly loadLanguage: () => Promise<LanguageChoice>;
  /** Stores the choice and notifies all pages. Rejects if the storage is full. */
  readonly saveLanguage: (choice: LanguageChoice) => Promise<void>;
  /** Notifies of each stored choice, also of those in other tabs. */
  readonly onLanguageChoice: (listener: (choice: LanguageChoice) => void) => void;
  readonly openWelcome: () => void;
  /** Downloads a file. */
  readonly download: (name: string, text: string) => void;
}
