import type { KeyCommand, MenuCommand } from '#components/panel/app/registries.ts';
import { i18n } from '#i18n';
import type { FilterModel } from './filter';
import type { SavedFilters } from './saved-filters';

export function filterCommand(): KeyCommand {
  return {
    id: 'filter',
    keys: 'Ctrl F',
    label: () => i18n.t('keys.filter'),
    view: 'events',
    run(panel) {
      const field = panel.querySelector<HTMLInputElement>('.filter input');
      field?.focus();
      field?.select();
    },
  };
}

interface SavedFilterCommandDeps {
  readonly saved: SavedFilters;
  /** Opens the events view, and returns the filter of the shown list. */
  readonly openFilter: () => FilterModel;
}

/** Returns one command per saved filter. The command applies the filter. */
export function savedFilterCommands({ saved, openFilter }: SavedFilterCommandDeps): readonly MenuCommand[] {
  return saved.list.value.map(({ query, name }) => ({
    id: `filter-${query}`,
    label: name ?? query,
    group: i18n.t('filter.saved'),
    run: () => openFilter().setQuery(query),
  }));
}
