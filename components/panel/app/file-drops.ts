import { defineRegistry } from './registries';

/** Files and folders that were dropped on the panel. */
export interface FileDrop {
  readonly target: Element | null;
  readonly files: readonly File[];
  /** Empty if the browser has none. Of a folder, these have the files. */
  readonly entries: readonly FileSystemEntry[];
}

/** A feature that takes dropped files. Resolves with whether it did; what none takes is opened as a capture. */
type FileDropHandler = (drop: FileDrop) => Promise<boolean>;

export const fileDropHandlers = defineRegistry<FileDropHandler>();
