import { ToolButton } from '#components/kit/Button.tsx';
import { useStores } from '#components/panel/app/stores.ts';
import type { JudgedRecord } from '#core/stream/judged-record';
import { i18n } from '#i18n';
import { showPrevious } from './compare-command';

/** Compares the event whose details are shown with the previous one of its kind. */
export function ComparePrevious({ record }: { readonly record: JudgedRecord }) {
  const stores = useStores();
  return (
    <ToolButton
      icon="compare"
      name={i18n.t('compare.previous')}
      title={i18n.t('compare.previousHint')}
      onClick={() => showPrevious(stores, record)}
    />
  );
}
