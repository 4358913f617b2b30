import { useState } from 'preact/hooks';
import { TextField } from '#components/kit/forms/TextField.tsx';
import { Icon } from '#components/kit/Icon.tsx';
import { useApp } from '#components/panel/app/stores.ts';
import { i18n } from '#i18n';
import { type FilterModel, queryText } from './filter';
import type { SavedFilter, SavedFilters } from './saved-filters';
import '#components/kit/theme/saved-list.css';

interface SavedFilterListProps {
  readonly filter: FilterModel;
  readonly saved: SavedFilters;
  readonly onDone: () => void;
}

/** The saved filters, to apply or delete. The current filter can be saved, with or without a name. */
export function SavedFilterList({ filter, saved, onDone }: SavedFilterListProps) {
  const { toasts } = useApp();
  const current = queryText(filter.value.value);
  const list = saved.list.value;
  const [name, setName] = useState(list.find(({ query }) => query === current)?.name ?? '');
  const canSave = current !== '' && filter.problem.value === null;
  const remove = ({ query, name: removedName }: SavedFilter) => {
    saved.remove(query);
    toasts.show({
      tone: 'info',
      text: () => i18n.t('filter.deleted', { filter: removedName ?? query }),
      action: { label: () => i18n.t('common.undo'), onSelect: () => saved.save(query, removedName ?? '') },
    });
  };
  return (
    <div class="overlay saved-list">
      {list.length === 0 && <p class="muted">{i18n.t('filter.noneSaved')}</p>}
      {list.map((each) => (
        <SavedFilterItem
          key={each.query}
          filter={each}
          onSelect={() => {
            filter.setQuery(each.query);
            onDone();
          }}
          onRemove={() => remove(each)}
        />
      ))}
      {canSave && (
        <form
          class="save-filter"
          onSubmit={(event) => {
            event.preventDefault();
            saved.save(current, name);
            onDone();
          }}
        >
          <TextField
            label={i18n.t('filter.name')}
            labelPosition="hidden"
            placeholder={i18n.t('filter.name')}
            value={name}
            onInput={setName}
          />
          <button type="submit" class="button">
            <Icon name="plus" size={13} />
            {i18n.t('filter.save')}
          </button>
        </form>
      )}
    </div>
  );
}

interface SavedFilterItemProps {
  readonly filter: SavedFilter;
  readonly onSelect: () => void;
  readonly onRemove: () => void;
}

function SavedFilterItem({ filter: { query, name }, onSelect, onRemove }: SavedFilterItemProps) {
  const removeLabel = i18n.t('filter.forget', { filter: name ?? query });
  return (
    <span class="saved-filter">
      <button type="button" class="truncate" title={query} onClick={onSelect}>
        {name !== null && <b>{name} </b>}
        <span class={name === null ? 'mono' : 'mono muted'}>{query}</span>
      </button>
      <button type="button" class="tool" aria-label={removeLabel} title={removeLabel} onClick={onRemove}>
        <Icon name="x" size={13} />
      </button>
    </span>
  );
}
