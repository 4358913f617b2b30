import { formatNumber } from '#components/i18n/count-text.ts';
import { Icon } from '#components/kit/Icon.tsx';
import { useStore } from '#components/panel/app/stores.ts';
import { readChipValues } from '#core/query/chip-terms';
import type { Counts } from '#core/stream/counts';
import { i18n } from '#i18n';
import type { FilterModel } from './filter';
import { countsManualSetting } from './manual/CountsManualCheckbox';
import { outcomeChips } from './outcome-chips';

interface StateChipsProps {
  readonly filter: FilterModel;
  readonly counts: Counts;
  /** Counts that each chip would show under the other terms; null without a filter. */
  readonly filteredCounts: Counts | null;
}

/**
 * One chip per observed outcome.
 * A chip and its `is:` term are always in sync: each sets and shows the other.
 */
export function StateChips({ filter, counts, filteredCounts }: StateChipsProps) {
  const countsManual = useStore(countsManualSetting).value;
  const pressedOutcomes = readChipValues(filter.value.value.tokens, 'is');
  const chips = outcomeChips().filter(({ outcome, count }) => count(counts) > 0 || pressedOutcomes.has(outcome));
  const chipCounts = filteredCounts ?? counts;
  if (chips.length === 0) return null;
  return (
    <fieldset class="chips" aria-label={i18n.t('filter.outcomes')}>
      {chips.map(({ outcome, icon, tone, label, count }) => (
        <button
          type="button"
          key={outcome}
          class="chip outlined"
          tabIndex={-1}
          aria-pressed={pressedOutcomes.has(outcome)}
          title={chipTitle(label, count(counts), filteredCounts && count(filteredCounts))}
          onClick={() => filter.toggleChip('is', outcome)}
        >
          <Icon name={icon} size={13} tone={tone} />
          <span class="word">{label}</span>
          <b>{formatPageCount(count(chipCounts), countsManual ? 0 : count(chipCounts.manual))}</b>
        </button>
      ))}
    </fieldset>
  );
}

/** Formats `3 + 2 manual`: the page's events, and those that were fired manually. */
function formatPageCount(all: number, manual: number): string {
  if (manual === 0) return formatNumber(all);
  return i18n.t('filter.withManual', { n: formatNumber(all - manual), manual: formatNumber(manual) });
}

/** Formats `Invalid: 4 of 21` if other terms of the filter hide some of the events. */
export function chipTitle(label: string, total: number, filteredCount: number | null): string {
  if (filteredCount === null) return label;
  return i18n.t('filter.chipCount', { label, shown: formatNumber(filteredCount), n: formatNumber(total) });
}
