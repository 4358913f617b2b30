import { Icon } from '#components/kit/Icon.tsx';
import { lazy } from '#components/kit/lazy.tsx';
import { useDropdown } from '#components/kit/use-dropdown.ts';
import { i18n } from '#i18n';
import type { FilterModel } from './filter';
import type { SavedFilters } from './saved-filters';

interface SavedFilterMenuProps {
  readonly filter: FilterModel;
  readonly saved: SavedFilters;
}

const SavedFilterList = lazy(async () => (await import('./SavedFilterList')).SavedFilterList);

/** The saved filters, behind a button: choose one, keep the current one, drop one. */
export function SavedFilterMenu({ filter, saved }: SavedFilterMenuProps) {
  const { open, toggle, close, holder } = useDropdown();
  return (
    <fieldset class="saved" aria-label={i18n.t('filter.saved')} {...holder}>
      <button
        type="button"
        class="tool"
        tabIndex={-1}
        aria-expanded={open.value}
        aria-label={i18n.t('filter.saved')}
        title={i18n.t('filter.saved')}
        onClick={toggle}
      >
        <span class="wide">{i18n.t('filter.savedShort')}</span>
        <Icon name="down" size={13} />
      </button>
      {open.value && <SavedFilterList filter={filter} saved={saved} onDone={close} />}
    </fieldset>
  );
}
