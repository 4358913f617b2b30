import { Icon } from '#components/kit/Icon.tsx';
import { i18n } from '#i18n';
import type { ReadingFile } from './capture-list';

/** A file that is being read, in the place where its tab will be: how far it is, and the way to stop it. */
export function ReadingTab({ file }: { readonly file: ReadingFile }) {
  const percent = Math.round(file.share.value * 100);
  const stop = i18n.t('import.stop', { name: file.name });
  return (
    <span class="session-file session-reading">
      <span class="clip">{file.name}</span>
      <span
        class="meter"
        role="progressbar"
        aria-label={i18n.t('import.reading', { name: file.name })}
        aria-valuenow={percent}
      >
        <i style={{ width: `${percent}%` }} />
      </span>
      <span class="percent">{percent} %</span>
      <button type="button" class="empty-it" aria-label={stop} title={stop} onClick={file.cancel}>
        <Icon name="x" size={13} />
      </button>
    </span>
  );
}
