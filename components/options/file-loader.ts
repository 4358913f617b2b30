import { type ReadonlySignal, signal } from '@preact/signals';
import type { LoadingFile } from '#components/kit/FileProgress.tsx';
import type { PopupDeps } from '#components/popup/model/popup-deps.ts';
import type { EnvironmentCheck } from '#core/identity/checked-part';
import type { Environment } from '#core/identity/environment';
import type { ReadingControl } from '#core/registry/files/limits';
import type { LanguageSetting } from '#i18n/language';
import type { PreferencesDeps } from './preferences-model';

/** Delay before the progress is shown. A shorter task ends before a user could cancel it. */
const SHOWN_AFTER_MS = 300;

export interface FileLoader {
  /** The file that is being loaded; null for the first 300 ms. */
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
      const stop = new AbortController();
      const progress = signal(0);
      const file: LoadingFile = { name, progress, cancel: () => stop.abort() };
      cancelCurrent = file.cancel;
      const cancelTimer = setTimer(SHOWN_AFTER_MS, () => {
        loadingFile.value = file;
      });
      const onProgress = (done: number) => {
        progress.value = done;
      };
      try {
        return await read({ signal: stop.signal, yieldTask, onProgress });
      } finally {
        cancelTimer();
        if (loadingFile.peek() === file) loadingFile.value = null;
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
  readonly loadLanguage: () => Promise<LanguageSetting>;
  /** Stores the setting and notifies all pages. Rejects if the storage is full. */
  readonly saveLanguage: (setting: LanguageSetting) => Promise<void>;
  /** Notifies of each stored setting, also of those in other tabs. */
  readonly onLanguageSetting: (listener: (setting: LanguageSetting) => void) => void;
  readonly openWelcome: () => void;
  /** Downloads a file. */
  readonly download: (name: string, text: string) => void;
}
