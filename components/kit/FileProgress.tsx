import type { ReadonlySignal } from '@preact/signals';
import { i18n } from '#i18n';
import { Icon } from './Icon';

/** A file that is being read. */
export interface LoadingFile {
  readonly name: string;
  /** The read part of the file, from 0 to 1. */
  readonly progress: ReadonlySignal<number>;
  cancel(): void;
}

/** Progress of reading a file, and a button that cancels it. */
export function FileProgress({ file }: { readonly file: LoadingFile }) {
  const percent = Math.round(file.progress.value * 100);
  const stopLabel = i18n.t('import.stop', { name: file.name });
  return (
    <span class="file-progress">
      <span class="truncate">{file.name}</span>
      <span
        class="meter"
        role="progressbar"
        aria-label={i18n.t('import.reading', { name: file.name })}
        aria-valuenow={percent}
      >
        <i style={{ width: `${percent}%` }} />
      </span>
      <span class="percent">{percent} %</span>
      <button type="button" class="mini-button" aria-label={stopLabel} title={stopLabel} onClick={file.cancel}>
        <Icon name="x" size={13} />
      </button>
    </span>
  );
}
