import { Menu, type MenuItem } from '#components/kit/Menu.tsx';
import { useStore, useStores } from '#components/panel/app/stores.ts';
import { i18n } from '#i18n';
import { columnSwitches, removeFieldColumn } from './column-switches';
import { fieldColumns } from './columns';
import { type Grouping, groupings, listSetting, withDefaultColumns } from './list-settings';

interface MenuPosition {
  readonly x: number;
  readonly y: number;
}

interface ColumnMenuProps {
  readonly position: MenuPosition;
  /** Id of the column that the menu was opened at; unset beside the headers. */
  readonly column: string | undefined;
  readonly onClose: () => void;
}

const groupingLabels: Readonly<Record<Grouping, () => string>> = {
  none: () => i18n.t('list.notGrouped'),
  page: () => i18n.t('list.byPage'),
  session: () => i18n.t('list.bySession'),
};

/** Menu of columns and groups, with the command that resets the list to its defaults. */
export function ColumnMenu({ position, column, onClose }: ColumnMenuProps) {
  const stores = useStores();
  const setting = useStore(listSetting);
  const list = setting.value;
  const removeItems: readonly MenuItem[] = fieldColumns(list)
    .filter(({ id }) => id === column)
    .map(({ id, name }) => ({
      id: 'remove',
      label: i18n.t('list.removeColumn', { name: name() }),
      onSelect: () => removeFieldColumn(stores, id),
    }));
  const columnItems: readonly MenuItem[] = columnSwitches(stores).map(({ id, name, isShown, toggle }) => ({
    id,
    label: name,
    checked: isShown,
    onSelect: toggle,
  }));
  const groupingItems: readonly MenuItem[] = groupings.map((groupBy) => ({
    id: groupBy,
    label: groupingLabels[groupBy](),
    checked: list.groupBy === groupBy,
    onSelect: () => setting.set({ ...list, groupBy }),
  }));
  const resetItems: readonly MenuItem[] = [
    { id: 'arrival', label: i18n.t('list.orderReceived'), onSelect: () => setting.set({ ...list, sort: null }) },
    { id: 'reset', label: i18n.t('list.resetColumns'), onSelect: () => setting.set(withDefaultColumns(list)) },
  ];
  return (
    <Menu
      name={i18n.t('list.columns')}
      groups={[removeItems, columnItems, groupingItems, resetItems]}
      position={position}
      onClose={onClose}
    />
  );
}
