import { Button } from '#components/kit/Button.tsx';
import { useStores } from '#components/panel/app/stores.ts';
import { i18n } from '#i18n';
import { compareSelected } from './compare-store';

/** Compares the two selected events. */
export function CompareButton() {
  const stores = useStores();
  return (
    <Button appearance="text" title={i18n.t('compare.selectedHint')} onClick={() => void compareSelected(stores)}>
      {i18n.t('compare.selected')}
    </Button>
  );
}
