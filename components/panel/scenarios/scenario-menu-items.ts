import { fetched } from '#components/kit/lazy-import.ts';
import type { RowMenuPart } from '#components/panel/event-list/row-menu.ts';
import type { PanelModel } from '#components/panel/shell/panel-model.ts';
import { countText } from '#core/util/count-text';
import { i18n } from '#i18n';

/** “Make a scenario of these events”, for the list's menu. What it takes is loaded when it is chosen. */
export function scenarioMenuPart(model: PanelModel): RowMenuPart {
  return (records) => [
    {
      id: 'make-scenario',
      label: i18n.t('scenarios.makeOf', records.length, { n: countText(records.length) }),
      async onChoose() {
        const code = await fetched(() => import('./make-scenario'));
        if (code === null) return;
        code.makeScenario(model, records);
        model.view.value = 'scenarios';
      },
    },
  ];
}
