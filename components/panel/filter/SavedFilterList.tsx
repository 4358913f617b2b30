import { Icon } from '#components/kit/Icon.tsx';
import { i18n } from '#i18n';
import { type FilterModel, queryText } from './filter';
import type { SavedFilters } from './saved-filters';
import '#components/kit/theme/saved-list.css';

interface SavedFilterListProps {
  readonly filter: FilterModel;
  readonly saved: SavedFilters;
  readonly onDone: () => void;
}

/** The saved filters: choose one, keep the current one, drop one. */
export function SavedFilterList({ filter, saved, onDone }: SavedFilterListProps) {
  const current = queryText(filter.value.value);
  const list = saved.list.value;
  return (
    <div class="overlay saved-list">
      {list.length === 0 && <p class="muted">{i18n.t('filter.noneSaved')}</p>}
      {list.map((query) => (
        <SavedFilter
          key={query}
          query={query}
          onChoose={() => {
            filter.setQuery(query);
            onDone();
          }}
          onDrop={() => saved.drop(query)}
        />
      ))}
      <button
        type="button"
        class="button text"
        disabled={current === '' || filter.problem.value !== null}
        onClick={() => {
          saved.save(current);
          onDone();
        }}
      >
        <Icon name="plus" size={13} />
        {i18n.t('filter.save')}
      </button>
    </div>
  );
}

interface SavedFilterProps {
  readonly query: string;
  readonly onChoose: () => void;
  readonly onDrop: () => void;
}

function SavedFilter({ query, onChoose, onDrop }: SavedFilterProps) {
  const forget = i18n.t('filter.forget', { filter: query });
  return (
    <span class="saved-filter">
      <button type="button" class="mono clip" title={query} onClick={onChoose}>
        {query}
      </button>
      <button type="button" class="tool" aria-label={forget} title={forget} onClick={onDrop}>
        <Icon name="x" size={13} />
      </button>
    </span>
  );
}
