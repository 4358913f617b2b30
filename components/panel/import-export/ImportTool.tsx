import { ToolButton } from '#components/kit/Button.tsx';
import { useFilePicker } from '#components/kit/forms/use-file-picker.tsx';
import { lazy } from '#components/kit/lazy.tsx';
import { useStore } from '#components/panel/app/stores.ts';
import { importExtensions } from '#core/formats/import-formats';
import { i18n } from '#i18n';
import { importingStore } from './importing';

/** Browsers recognize some files only by their MIME type. */
const ACCEPTED = [...importExtensions, 'application/json', 'text/*'].join(',');

const CollectorImport = lazy(async () => (await import('./CollectorImport')).CollectorImport);

/** Opens files as captures. Dropping them anywhere on the panel does the same. */
export function ImportTool() {
  const importing = useStore(importingStore);
  const { field, open } = useFilePicker({
    label: i18n.t('import.files'),
    accept: ACCEPTED,
    isMultiple: true,
    onPick: (files) => void importing.read(files),
  });
  return (
    <>
      <ToolButton icon="import" name={i18n.t('import.title')} title={i18n.t('import.hint')} onClick={open} />
      {field}
      {importing.isCollectorDialogOpen.value && (
        <CollectorImport
          onClose={() => {
            importing.isCollectorDialogOpen.value = false;
          }}
        />
      )}
    </>
  );
}
