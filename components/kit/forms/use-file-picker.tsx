import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';

interface FilePickerOptions {
  /** Name of the field. */
  readonly label: string;
  /** File types that the dialog offers: see the attribute `accept`. All files by default. */
  readonly accept?: string;
  readonly isMultiple?: boolean;
  /** Picks a folder with all its files. */
  readonly isFolder?: boolean;
  readonly onPick: (files: readonly File[]) => void;
}

/** A hidden file input, and a function that opens its dialog. */
export interface FilePicker {
  readonly field: JSX.Element;
  open(): void;
}

export function useFilePicker({ label, accept, isMultiple, isFolder, onPick }: FilePickerOptions): FilePicker {
  const field = useRef<HTMLInputElement>(null);
  return {
    open: () => field.current?.click(),
    field: (
      <input
        type="file"
        multiple={isMultiple}
        {...(isFolder && { webkitdirectory: true })}
        accept={accept}
        aria-label={label}
        class="visually-hidden"
        tabIndex={-1}
        ref={field}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])];
          // Otherwise the same file could not be picked again.
          currentTarget.value = '';
          onPick(files);
        }}
      />
    ),
  };
}
