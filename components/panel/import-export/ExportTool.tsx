import type { Signal } from '@preact/signals';
import { ToolButton } from '#components/kit/Button.tsx';
import { lazy } from '#components/kit/lazy.tsx';
import { useStore } from '#components/panel/app/stores.ts';
import { useEventList } from '#components/panel/event-list/event-list.ts';
import { i18n } from '#i18n';
import { type RequestedExport, requestedExportStore } from './requested-export';

const ExportDialog = lazy(async () => (await import('./ExportDialog')).ExportDialog);

/** Button that opens the export dialog. */
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
        onClick={() => setRequestedExport(requestedExport, isEmpty ? null : 'default')}
      />
      {requestedExport.value && <ExportDialog onClose={() => setRequestedExport(requestedExport, null)} />}
    </>
  );
}

function setRequestedExport(requestedExport: Signal<RequestedExport>, value: RequestedExport): void {
  requestedExport.value = value;
}
