import { formatNumber } from '#components/i18n/count-text.ts';
import { useEventList } from '#components/panel/event-list/event-list.ts';
import { useShowEvents } from '#components/panel/event-list/show-events.ts';
import { i18n } from '#i18n';

/**
 * The number of ignored findings, with a button that shows their events.
 * Renders nothing if there are none.
 */
export function IgnoredStatus() {
  const { records } = useEventList();
  const show = useShowEvents();
  const { ignored } = records.counts.value;
  if (ignored === 0) return null;
  return (
    <button type="button" class="tool newest" title={i18n.t('policy.statusHint')} onClick={() => show('is:ignored')}>
      {i18n.t('policy.status', { n: formatNumber(ignored) })}
    </button>
  );
}
