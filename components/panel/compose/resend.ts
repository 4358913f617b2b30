import { tryImport } from '#components/kit/lazy-import.ts';
import type { Stores } from '#components/panel/app/stores.ts';
import { listInView } from '#components/panel/captures/capture-list.ts';
import type { RowMenuPart } from '#components/panel/event-list/row-menu.ts';
import type { TelemetryRecord } from '#core/journey/record';
import { i18n } from '#i18n';

/** Opens an event of the list in Compose. The code of Compose is loaded when it is first needed. */
export async function editAndResend(stores: Stores, record: TelemetryRecord): Promise<void> {
  const code = await tryImport(() => import('./firing/fire-draft'));
  await code?.openAsDraft(stores, await listInView(stores).whole.read(record));
}

async function saveSample(stores: Stores, record: TelemetryRecord): Promise<void> {
  const code = await tryImport(() => import('./samples/save-record'));
  await code?.saveAsSample(stores, await listInView(stores).whole.read(record));
}

/** “Edit and resend” and “Save as sample”, for the list's menu. */
export function resendMenuPart(stores: Stores): RowMenuPart {
  return (records) => {
    const [record, ...others] = records;
    if (!record?.kind || others.length > 0) return [];
    return [
      { id: 'resend', label: i18n.t('rowMenu.resend'), onChoose: () => void editAndResend(stores, record) },
      { id: 'save-sample', label: i18n.t('rowMenu.saveSample'), onChoose: () => void saveSample(stores, record) },
    ];
  };
}
