import { ToolButton } from '#components/kit/Button.tsx';
import { lazy } from '#components/kit/lazy.tsx';
import { useStore } from '#components/panel/app/stores.ts';
import { useEventList } from '#components/panel/event-list/event-list.ts';
import { i18n } from '#i18n';
import { requestedExportStore } from './requested-export';

const ExportDialog = lazy(async () => (await import('./ExportDialog')).ExportDialog);

export function ExportTool() {
  const requestedExport = useStore(requestedExportStore);
  const { records } = useEventList();
  const isEmpty = records.counts.value.total === 0;
  return (
    <>
      <ToolButton
        icon="export"
        name={i18n.t('export.title')}
        unavailable={isEmpty ? i18n.t('export.nothing') : null}
        onClick={() => {
          if (!isEmpty) requestedExport.value = 'default';
        }}
      />
      {requestedExport.value && (
        <ExportDialog
          onClose={() => {
            requestedExport.value = null;
          }}
        />
      )}
    </>
  );
}
