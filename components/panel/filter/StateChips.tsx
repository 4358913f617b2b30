import { formatNumber } from '#components/i18n/count-text.ts';
import { Icon } from '#components/kit/Icon.tsx';
import { useStore } from '#components/panel/app/stores.ts';
import { chipValues } from '#core/query/chip-terms';
import type { Counts } from '#core/stream/counts';
import { i18n } from '#i18n';
import type { FilterModel } from './filter';
import { countsManualSetting } from './manual/CountsManualCheckbox';
import { stateChips } from './outcome-chips';

interface StateChipsProps {
  readonly filter: FilterModel;
  readonly counts: Counts;
  readonly shown: Counts | null;
}

/**
 * One chip per observed outcome.
 * A chip and its `is:` term are one: each sets and shows the other.
 */
export function StateChips({ filter, counts, shown }: StateChipsProps) {
  const countsManual = useStore(countsManualSetting).value;
  const pressed = chipValues(filter.value.value.tokens, 'is');
  const chips = stateChips().filter(({ state, count }) => count(counts) > 0 || pressed.has(state));
  if (chips.length === 0) return null;
  return (
    <fieldset class="chips" aria-label={i18n.t('filter.outcomes')}>
      {chips.map(({ state, icon, tone, label, count }) => (
        <button
          type="button"
          key={state}
          class="chip outlined"
          tabIndex={-1}
          aria-pressed={pressed.has(state)}
          title={chipTitle(label, count(counts), shown && count(shown))}
          onClick={() => filter.toggleChip('is', state)}
        >
          <Icon name={icon} size={13} tone={tone} />
          <span class="word">{label}</span>
          <b>{formatPageCount(count(shown ?? counts), countsManual ? 0 : count((shown ?? counts).manual))}</b>
        </button>
      ))}
    </fieldset>
  );
}

/** `3 + 2 manual`: what the page did, and what was fired by hand. */
function formatPageCount(all: number, manual: number): string {
  if (manual === 0) return formatNumber(all);
  return i18n.t('filter.withManual', { n: formatNumber(all - manual), manual: formatNumber(manual) });
}

/** `Invalid: 4 of 21` where the other terms of the filter hide some of them. */
export function chipTitle(label: string, total: number, shown: number | null): string {
  if (shown === null) return label;
  return i18n.t('filter.chipCount', { label, shown: formatNumber(shown), n: formatNumber(total) });
}
