import { useSignal } from '@preact/signals';
import type { TargetedFocusEvent } from 'preact';
import { type FilterModel, queryText } from '../../../lib/panel/filter';
import type { SavedFilters } from '../../../lib/panel/saved-filters';
import { Icon } from '../../ui/Icon';

interface SavedMenuProps {
  readonly filter: FilterModel;
  readonly saved: SavedFilters;
}

/** The saved filters, behind a button: choose one, keep the current one, drop one. */
export function SavedMenu({ filter, saved }: SavedMenuProps) {
  const open = useSignal(false);
  const close = () => {
    open.value = false;
  };
  const onFocusOut = (event: TargetedFocusEvent<HTMLElement>) => {
    const to = event.relatedTarget;
    if (!(to instanceof Node) || !event.currentTarget.contains(to)) close();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !open.value) return;
    event.preventDefault();
    close();
  };
  return (
    <fieldset class="saved" aria-label="Saved filters" onFocusOut={onFocusOut} onKeyDown={onKeyDown}>
      <button
        type="button"
        class="tool"
        aria-expanded={open.value}
        aria-label="Saved filters"
        title="Saved filters"
        onClick={() => {
          open.value = !open.value;
        }}
      >
        <span class="wide">Saved</span>
        <Icon name="down" size={13} />
      </button>
      {open.value && <SavedList filter={filter} saved={saved} onDone={close} />}
    </fieldset>
  );
}

function SavedList({ filter, saved, onDone }: SavedMenuProps & { readonly onDone: () => void }) {
  const current = queryText(filter.value.value);
  const list = saved.list.value;
  return (
    <div class="overlay saved-list">
      {list.length === 0 && <p class="muted">No filter is saved yet.</p>}
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
        Save this filter
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
  return (
    <span class="saved-filter">
      <button type="button" class="mono clip" title={query} onClick={onChoose}>
        {query}
      </button>
      <button type="button" class="tool" aria-label={`Forget ${query}`} title={`Forget ${query}`} onClick={onDrop}>
        <Icon name="x" size={13} />
      </button>
    </span>
  );
}
