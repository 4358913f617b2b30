import { Menu, type MenuItem } from '#components/kit/Menu.tsx';
import { useStore } from '#components/panel/app/stores.ts';
import { i18n } from '#i18n';
import { allColumns } from './columns';
import { defaultListSettings, type Grouping, groupings, isHidden, listSetting, withColumn } from './list-settings';

interface MenuPlace {
  readonly x: number;
  readonly y: number;
}

interface ColumnMenuProps {
  readonly at: MenuPlace;
  readonly onClose: () => void;
}

const groupingLabels: Readonly<Record<Grouping, () => string>> = {
  none: () => i18n.t('list.notGrouped'),
  page: () => i18n.t('list.byPage'),
  session: () => i18n.t('list.bySession'),
};

/** Menu of columns and groups, with the command that resets the list to its defaults. */
export function ColumnMenu({ at, onClose }: ColumnMenuProps) {
  const setting = useStore(listSetting);
  const list = setting.value;
  const onChange = setting.set;
  const columns: readonly MenuItem[] = allColumns
    .filter(({ id }) => id !== 'headline')
    .map(({ id, name }) => ({
      id,
      label: name(),
      checked: !isHidden(list, id),
      onChoose: () => onChange(withColumn(list, id, isHidden(list, id))),
    }));
  const grouping: readonly MenuItem[] = groupings.map((groupBy) => ({
    id: groupBy,
    label: groupingLabels[groupBy](),
    checked: list.groupBy === groupBy,
    onChoose: () => onChange({ ...list, groupBy }),
  }));
  const back: readonly MenuItem[] = [
    { id: 'arrival', label: i18n.t('list.orderReceived'), onChoose: () => onChange({ ...list, sort: null }) },
    {
      id: 'reset',
      label: i18n.t('list.resetColumns'),
      onChoose: () => onChange({ ...list, hidden: defaultListSettings.hidden, widths: {} }),
    },
  ];
  return <Menu name={i18n.t('list.columns')} groups={[columns, grouping, back]} at={at} onClose={onClose} />;
}
