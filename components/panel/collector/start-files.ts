import type { Stores } from '#components/panel/app/stores.ts';
import type { Recording } from '#components/panel/captures/recording.ts';
import { importingStore } from '#components/panel/import-export/importing.ts';
import type { SourceFile } from '#core/formats/read/read-file';
import type { RecordSource } from '#panel/record-source';
import { startCollected } from './start-collected';

const noSource: RecordSource = {
  start: async () => {},
  read: async () => null,
  clear: async () => true,
  sendCommand: async () => false,
};

/** Opens files as captures beside the list, which stays empty. */
export function startFiles(stores: Stores, files: readonly SourceFile[]): Recording {
  const recording = startCollected(stores, () => noSource);
  return {
    ...recording,
    async restore() {
      await recording.restore();
      await stores.get(importingStore).read(files);
    },
  };
}
