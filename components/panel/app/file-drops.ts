import { defineRegistry } from './registries';

/** Files and folders that were dropped on the panel. */
export interface FileDrop {
  readonly target: Element | null;
  readonly files: readonly File[];
  /** The dropped entries, through which a folder's files are read. Empty if the browser has none. */
  readonly entries: readonly FileSystemEntry[];
}

/**
 * Handles dropped files. Resolves with whether the files were handled.
 * Files that no handler accepts are opened as a capture.
 */
type FileDropHandler = (drop: FileDrop) => Promise<boolean>;

export const fileDropHandlers = defineRegistry<FileDropHandler>();
