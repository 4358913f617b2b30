import { formatNumber } from '#components/i18n/count-text.ts';
import type { Stores } from '#components/panel/app/stores.ts';
import type { RowMenuPart } from '#components/panel/event-list/row-menu.ts';
import { i18n } from '#i18n';
import { requestedExportStore } from './requested-export';

/** “Export” of the selected events, for the list's menu. */
export function exportMenuPart(stores: Stores): RowMenuPart {
  return (records) => [
    {
      id: 'export',
      label: i18n.t('export.some', records.length, { n: formatNumber(records.length) }),
      onSelect() {
        stores.get(requestedExportStore).value = 'selected';
      },
    },
  ];
}
