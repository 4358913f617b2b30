import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { LoadingFile } from '#components/kit/FileProgress.tsx';
import { tryImport } from '#components/kit/lazy-import.ts';
import { defineStore, type Stores } from '#components/panel/app/stores.ts';
import type { SourceFile } from '#core/formats/read/read-file';
import { isConfigFileName } from './config-file-name';

export interface Importing {
  readonly loadingFiles: ReadonlySignal<readonly LoadingFile[]>;
  /** Reads files one after the other: opens each as a capture beside the live one, and applies a configuration. */
  read(files: readonly SourceFile[]): Promise<void>;
  /** Whether the dialog for the collector's URL is open. */
  readonly isCollectorDialogOpen: Signal<boolean>;
}

function createImporting(stores: Stores): Importing {
  const loadingFiles = signal<readonly LoadingFile[]>([]);
  return {
    loadingFiles,
    isCollectorDialogOpen: signal(false),
    async read(files) {
      for (const file of files) {
        if (isConfigFileName(file.name)) {
          const code = await tryImport(() => import('#components/panel/finding-policy/apply-config.ts'));
          await code?.openConfig(stores, file);
          continue;
        }
        const controller = new AbortController();
        const progress = signal(0);
        const entry = { name: file.name, progress, cancel: () => controller.abort() };
        loadingFiles.value = [...loadingFiles.value, entry];
        try {
          const code = await tryImport(() => import('./open-file'));
          await code?.openFile(stores, file, progress, controller.signal);
        } finally {
          loadingFiles.value = loadingFiles.value.filter((other) => other !== entry);
        }
      }
    },
  };
}

export const importingStore = defineStore(createImporting);
