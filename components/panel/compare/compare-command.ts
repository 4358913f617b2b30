import type { KeyCommand } from '#components/panel/app/registries.ts';
import type { Stores } from '#components/panel/app/stores.ts';
import { listInView } from '#components/panel/captures/capture-list.ts';
import { kindLabel } from '#core/journey/record';
import type { JudgedRecord } from '#core/stream/judged-record';
import { i18n } from '#i18n';
import { compareSelected, compareStore, compareWithPrevious } from './compare-store';

/** Compares the two selected events, or closes the comparison. */
export function compareCommand(stores: Stores): KeyCommand {
  const { app } = stores;
  return {
    id: 'compare',
    keys: 'C',
    label: () => i18n.t('keys.compare'),
    view: 'events',
    isListed: () => listInView(stores).selection.selected.peek().length === 2,
    run() {
      const comparison = stores.get(compareStore);
      if (comparison.recordsIn(listInView(stores))) comparison.close();
      else if (!compareSelected(stores)) app.toasts.show({ tone: 'info', text: () => i18n.t('compare.selectTwo') });
    },
  };
}

/** Compares the last selected event with the previous one of its kind, or closes the comparison. */
export function comparePreviousCommand(stores: Stores): KeyCommand {
  return {
    id: 'compare-previous',
    keys: 'D',
    label: () => i18n.t('compare.previous'),
    view: 'events',
    isListed: () => selectedRecord(stores) !== null,
    run() {
      const comparison = stores.get(compareStore);
      const record = selectedRecord(stores);
      if (comparison.recordsIn(listInView(stores))) comparison.close();
      else if (record) showPrevious(stores, record);
      else stores.app.toasts.show({ tone: 'info', text: () => i18n.t('compare.selectOne') });
    },
  };
}

function selectedRecord(stores: Stores): JudgedRecord | null {
  const { selection, records } = listInView(stores);
  const anchor = selection.anchor.peek();
  const row = selection.row.peek() ?? (anchor !== null && selection.rows.peek().has(anchor) ? anchor : null);
  return row === null ? null : records.byRow(row);
}

/** Compares an event with the previous one of its kind, or reports that it is the first. */
export function showPrevious(stores: Stores, record: JudgedRecord): void {
  if (compareWithPrevious(stores, record)) return;
  stores.app.toasts.show({ tone: 'info', text: () => i18n.t('compare.noPrevious', { kind: kindLabel(record) }) });
}
