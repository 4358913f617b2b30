import type { KeyCommand } from '#components/panel/app/registries.ts';
import type { Stores } from '#components/panel/app/stores.ts';
import { listInView } from '#components/panel/captures/capture-list.ts';
import { i18n } from '#i18n';
import { compareSelected, compareStore } from './compare-store';

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
