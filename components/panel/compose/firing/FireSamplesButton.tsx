import { Button } from '#components/kit/Button.tsx';
import { useStore, useStores } from '#components/panel/app/stores.ts';
import { notFiringReason } from '#components/panel/app/tab-state.ts';
import { i18n } from '#i18n';
import { fireSamples, firingStore } from './fire-draft';

/** Fires one event of each kind, so that an empty list shows something. */
export function FireSamplesButton() {
  const stores = useStores();
  const firing = useStore(firingStore);
  return (
    <Button
      appearance="primary"
      big
      onClick={() => fireSamples(stores)}
      disabled={firing.isBusy.value}
      unavailable={notFiringReason(stores.app.tab.value)}
    >
      {i18n.t('empty.fireSamples')}
    </Button>
  );
}
