import { formatNumber } from '#components/i18n/count-text.ts';
import { tryImport } from '#components/kit/lazy-import.ts';
import type { Stores } from '#components/panel/app/stores.ts';
import { listInView } from '#components/panel/captures/capture-list.ts';
import type { RowMenuPart } from '#components/panel/event-list/row-menu.ts';
import { i18n } from '#i18n';

/** The item of the list's menu that creates a scenario from the selected events. Loads its code when it is selected. */
export function scenarioMenuPart(stores: Stores): RowMenuPart {
  return (records) => [
    {
      id: 'make-scenario',
      label: i18n.t('scenarios.createFrom', records.length, { n: formatNumber(records.length) }),
      async onSelect() {
        const code = await tryImport(() => import('./scenario-from-records'));
        if (code === null) return;
        code.createScenarioFromRecords(stores, records, listInView(stores));
        stores.app.view.value = 'scenarios';
      },
    },
  ];
}
