import { formatNumber } from '#components/i18n/count-text.ts';
import { tryImport } from '#components/kit/lazy-import.ts';
import type { Stores } from '#components/panel/app/stores.ts';
import { listInView } from '#components/panel/captures/capture-list.ts';
import type { RowMenuPart } from '#components/panel/event-list/row-menu.ts';
import { i18n } from '#i18n';
import { showPrevious } from './compare-command';
import { compareSelected, compareStore } from './compare-store';

/**
 * “Compare” for two selected events.
 * A single event is compared with the nearest candidate, such as the previous of its kind.
 */
export function compareMenuPart(stores: Stores): RowMenuPart {
  return (records) => {
    const [one, other] = records;
    if (!one || records.length > 2) return [];
    if (other) {
      const onSelect = () => void compareSelected(stores);
      return [{ id: 'compare', label: i18n.t('compare.selected'), keys: 'C', onSelect }];
    }
    const list = listInView(stores);
    const otherItem = {
      id: 'compare-with',
      label: i18n.t('compare.withOther'),
      onSelect: async () => {
        const code = await tryImport(() => import('./comparison-candidates'));
        const [nearest] = code?.findComparisonCandidates(one, list, { stores, samples: [] }) ?? [];
        if (nearest) stores.get(compareStore).openWith(list, one.row, nearest.side);
      },
    };
    const previousItem = {
      id: 'compare-previous',
      label: i18n.t('compare.previous'),
      keys: 'D',
      onSelect: () => showPrevious(stores, one),
    };
    const previous = list.selection.previous.peek();
    const number = previous === null ? null : list.records.numberOf(previous);
    if (previous === null || previous === one.row || number === null) return [previousItem, otherItem];
    const label = i18n.t('compare.withRow', { n: formatNumber(number) });
    return [
      { id: 'compare', label, onSelect: () => stores.get(compareStore).open(list, [previous, one.row]) },
      previousItem,
      otherItem,
    ];
  };
}
