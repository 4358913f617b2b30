import { EmptyState } from '#components/kit/EmptyState.tsx';
import { useApp } from '#components/panel/app/stores.ts';
import { i18n } from '#i18n';

/** Shows the URL at which a collector without events receives them. */
export function NothingCollected() {
  const { host } = useApp().watching.value;
  return (
    <EmptyState icon="rows" title={i18n.t('empty.noEvents')} hint={i18n.t('panel.collector.emptyHint')}>
      {i18n.t('panel.collector.emptyText', { url: host })}
    </EmptyState>
  );
}
