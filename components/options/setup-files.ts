import { type ReadonlySignal, signal } from '@preact/signals';
import type { PopupToast } from '#components/popup/model/popup-toast.ts';
import { isComposeOverride } from '#core/registry/files/compose-file';
import { type DroppedFile, isYaml } from '#core/registry/files/dropped-file';
import { type RegistrySetup, readRegistryFiles } from '#core/registry/files/registry-setup';
import { i18n } from '#i18n';
import type { FileLoader } from './file-loader';

/** The set-up that was read from a registry's files. */
interface SetupFiles {
  readonly setup: ReadonlySignal<RegistrySetup | null>;
  /** Reads files, then calls `onRead`, unless the user cancels. */
  readonly read: (files: readonly DroppedFile[], onRead: (setup: RegistrySetup) => void) => Promise<void>;
  /** Removes the set-up and the files that it was read from. */
  readonly reset: () => void;
}

/** Whether a file is a base compose file rather than an override. */
const isBase = ({ name }: DroppedFile): boolean => isYaml(name) && !isComposeOverride(name);

export function createSetupFiles(fileLoader: FileLoader, toast: PopupToast): SetupFiles {
  const setup = signal<RegistrySetup | null>(null);
  /** The base compose file and the overrides so far. A later override is combined with them. */
  let loadedFiles: readonly DroppedFile[] = [];
  return {
    setup,
    async read(files, onRead) {
      const isOverride = files.some(({ name }) => isComposeOverride(name)) && !files.some(isBase);
      const names = new Set(files.map(({ name }) => name));
      const filesToRead = [...(isOverride ? loadedFiles.filter(({ name }) => !names.has(name)) : []), ...files];
      const [first] = files;
      if (first === undefined) return;
      const name = () => (files.length === 1 ? first.name : i18n.t('options.files', files.length, { n: files.length }));
      const result = await fileLoader.load(name(), (control) => readRegistryFiles(filesToRead, control));
      if (!result.ok) return toast.showSuccess(() => i18n.t('options.setUp.cancelled', { name: name() }));
      onRead(result.value);
      loadedFiles = filesToRead;
      setup.value = result.value;
    },
    reset() {
      loadedFiles = [];
      setup.value = null;
    },
  };
}
