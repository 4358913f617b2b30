import { Button } from '#components/kit/Button.tsx';
import { useApp, useStores } from '#components/panel/app/stores.ts';
import { useEventList } from '#components/panel/event-list/event-list.ts';
import { i18n } from '#i18n';
import { compareSelected } from './compare-store';

/** Compares the two selected events. Renders nothing unless exactly two are selected. */
export function CompareButton() {
  const stores = useStores();
  const { view } = useApp();
  const { selection } = useEventList();
  if (view.value !== 'events' || selection.selected.value.length !== 2) return null;
  return (
    <Button appearance="text" title={i18n.t('compare.selectedHint')} onClick={() => void compareSelected(stores)}>
      {i18n.t('compare.selected')}
    </Button>
  );
}
