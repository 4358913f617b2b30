import { Button } from '#components/kit/Button.tsx';
import { isMark } from '#components/panel/event-list/rows-with-navigations.ts';
import type { PanelModel } from '#components/panel/shell/panel-model.ts';
import type { TelemetryRecord } from '#core/journey/record';
import { countText } from '#core/util/count-text';
import { i18n } from '#i18n';
import { makeScenario } from './make-scenario';
import type { ScenarioPart } from './scenario-part';

/** Makes a scenario of the selected events, or of those that the filter shows where there is no selection. */
export function RecordRows({ model, big = false }: ScenarioPart & { readonly big?: boolean }) {
  const selected = model.selection.selected.value.length;
  const count = selected > 1 ? selected : model.visible.shown.value;
  const words =
    selected > 1
      ? i18n.t('scenarios.ofSelected', count, { n: countText(count) })
      : i18n.t('scenarios.ofShown', count, { n: countText(count) });
  const record = () => makeScenario(model, rowsOf(model));
  return (
    <Button big={big} icon="record" disabled={count === 0} title={i18n.t('scenarios.ofRowsHint')} onClick={record}>
      {words}
    </Button>
  );
}

function rowsOf({ selection, visible }: PanelModel): readonly TelemetryRecord[] {
  const selected = selection.selected.value;
  if (selected.length > 1) return selected;
  const rows: TelemetryRecord[] = [];
  for (let index = 0; index < visible.length.value; index += 1) {
    const item = visible.at(index);
    if (item && !isMark(item)) rows.push(item);
  }
  return rows;
}
