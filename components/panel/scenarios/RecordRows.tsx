import { formatNumber } from '#components/i18n/count-text.ts';
import { Button } from '#components/kit/Button.tsx';
import { useStore, useStores } from '#components/panel/app/stores.ts';
import { liveListStore } from '#components/panel/event-list/event-list.ts';
import type { EventList } from '#components/panel/event-list/list-section.ts';
import { isMark } from '#components/panel/event-list/rows-with-navigations.ts';
import type { JudgedRecord } from '#core/stream/judged-record';
import { i18n } from '#i18n';
import { makeScenario } from './make-scenario';

/** Makes a scenario of the selected events, or of those that the filter shows where there is no selection. */
export function RecordRows({ big = false }: { readonly big?: boolean }) {
  const stores = useStores();
  const live = useStore(liveListStore);
  const selected = live.selection.selected.value.length;
  const count = selected > 1 ? selected : live.visible.shown.value;
  const text =
    selected > 1
      ? i18n.t('scenarios.fromSelected', count, { n: formatNumber(count) })
      : i18n.t('scenarios.fromShown', count, { n: formatNumber(count) });
  const record = () => makeScenario(stores, rowsOf(live));
  return (
    <Button big={big} icon="record" disabled={count === 0} title={i18n.t('scenarios.fromRowsHint')} onClick={record}>
      {text}
    </Button>
  );
}

function rowsOf({ selection, visible }: EventList): readonly JudgedRecord[] {
  const selected = selection.selected.value;
  if (selected.length > 1) return selected;
  const rows: JudgedRecord[] = [];
  for (let index = 0; index < visible.length.value; index += 1) {
    const item = visible.at(index);
    if (item && !isMark(item)) rows.push(item);
  }
  return rows;
}
