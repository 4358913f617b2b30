import { formatNumber } from '#components/i18n/count-text.ts';
import { Icon } from '#components/kit/Icon.tsx';
import { useApp } from '#components/panel/app/stores.ts';
import { i18n } from '#i18n';
import { autoScrollSection } from './auto-scroll';
import { useEventList, useListSection } from './event-list';
import { useDelayedFlag } from './grid/use-delayed-flag';
import { listRejudging } from './judging/rejudging';

/** Whether the list scrolls to new events, and a button that scrolls to the newest. */
export function AutoScrollStatus() {
  const { view } = useApp();
  const { lines, records } = useEventList();
  const autoScroll = useListSection(autoScrollSection);
  if (view.value !== 'events' || records.counts.value.total === 0 || !lines.isInArrivalOrder.value) return null;
  if (autoScroll.isFollowing.value) {
    return (
      <span class="state wide">
        <Icon name="arrow-down-bar" size={13} />
        {i18n.t('status.autoScroll')}
      </span>
    );
  }
  const label = i18n.t('status.scrollToLatest');
  return (
    <button type="button" class="tool newest" aria-label={label} title={label} onClick={autoScroll.scrollToEnd}>
      <Icon name="arrow-down-bar" size={13} />
      <span class="wide">{label}</span>
    </button>
  );
}

/** A shorter validation ends before its status could be read. */
const PROGRESS_DELAY_MS = 300;

/** Whether a search or a validation is running, and how many events are selected. */
export function SelectionStatus() {
  const { selection, visible } = useEventList();
  const selected = selection.selected.value.length;
  return (
    <>
      <ValidationProgress />
      {visible.isSearching.value && <span>{searchingText(visible.storedToSearch.value)}</span>}
      {selected > 0 && <span>{i18n.t('status.selected', { n: formatNumber(selected) })}</span>}
    </>
  );
}

/** The number of events that still wait for validation after a change of the rules or the policy. */
function ValidationProgress() {
  const remaining = useListSection(listRejudging).remaining.value;
  if (!useDelayedFlag(remaining > 0, PROGRESS_DELAY_MS)) return null;
  return <span>{i18n.t('status.validating', remaining, { n: formatNumber(remaining) })}</span>;
}

function searchingText(storedCount: number): string {
  return storedCount === 0
    ? i18n.t('status.searching')
    : i18n.t('status.searchingStored', storedCount, { n: formatNumber(storedCount) });
}
