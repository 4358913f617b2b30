import { formatNumber } from '#components/i18n/count-text.ts';
import { Button } from '#components/kit/Button.tsx';
import { EmptyState } from '#components/kit/EmptyState.tsx';
import { queryText } from '#components/panel/filter/filter.ts';
import { i18n } from '#i18n';
import { useEventList } from '../event-list';
import { listHiding } from '../hiding';
import { useFilterSuggestion } from './use-filter-suggestion';

/** Nothing matches the filter: what was asked for, and how to ask for less. */
export function NoMatch() {
  const list = useEventList();
  const { filter, get, records } = list;
  const hiding = get(listHiding);
  const offer = useFilterSuggestion(list);
  const { total } = records.counts.value;
  const hidden = hiding.count.value;
  const show = { label: i18n.t('status.hidden', { n: formatNumber(hidden) }), onClick: hiding.showAll };
  if (hidden > 0 && filter.isEmpty.value) {
    return (
      <EmptyState
        icon="eye"
        title={i18n.t('empty.allHidden')}
        actions={
          <Button big onClick={show.onClick}>
            {show.label}
          </Button>
        }
      >
        {i18n.t('empty.allHiddenText')}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon="funnel"
      title={i18n.t('empty.noMatch')}
      actions={
        <>
          <Button big onClick={filter.clear}>
            {i18n.t('empty.clearFilter')}
          </Button>
          {hidden > 0 && (
            <Button appearance="text" onClick={show.onClick}>
              {show.label}
            </Button>
          )}
          {offer && (
            <Button appearance="text" onClick={() => filter.set(offer.without)}>
              {i18n.t('empty.dropTerm', { part: offer.name, n: formatNumber(offer.shows) })}
            </Button>
          )}
        </>
      }
    >
      {i18n.t('empty.recorded', total, {
        n: formatNumber(total),
        filter: queryText(filter.value.value),
      })}
    </EmptyState>
  );
}
