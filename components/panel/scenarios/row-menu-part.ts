import { i18n } from '#i18n';
import { fetched } from '../../../lib/code-on-demand';
import { countText } from '../../../lib/panel/figures';
import type { PanelModel } from '../../../lib/panel/panel-model';
import type { RowMenuPart } from '../../../lib/panel/row-menu';

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
