import { formatNumber } from '#components/i18n/count-text.ts';
import { recordCallStacks } from '#components/panel/app/call-stacks.ts';
import type { Stores } from '#components/panel/app/stores.ts';
import { i18n } from '#i18n';
import { fieldColumns, fixedColumns } from './columns';
import { type FieldColumnId, type FieldPath, MAX_FIELD_COLUMNS } from './field-columns';
import {
  type ColumnId,
  type FixedColumnId,
  isHidden,
  listSetting,
  withColumn,
  withField,
  withoutField,
} from './list-settings';

/** A column that can be shown and hidden. */
interface ColumnSwitch {
  readonly id: ColumnId;
  readonly name: string;
  readonly isShown: boolean;
  readonly toggle: () => void;
}

/** All columns but the headline, which is always there. Those of fields are removed where others are hidden. */
export function columnSwitches(stores: Stores): readonly ColumnSwitch[] {
  const settings = stores.get(listSetting).value;
  const fixed = fixedColumns
    .filter(({ id }) => id !== 'headline')
    .map(({ id, name }) => {
      const isShown = !isHidden(settings, id);
      return { id, name: name(), isShown, toggle: () => showColumn(stores, id, !isShown) };
    });
  const fields = fieldColumns(settings).map(({ id, name }) => {
    return { id, name: name(), isShown: true, toggle: () => removeFieldColumn(stores, id) };
  });
  return [...fixed, ...fields];
}

function showColumn(stores: Stores, column: FixedColumnId, isShown: boolean): void {
  const setting = stores.get(listSetting);
  setting.set(withColumn(setting.peek(), column, isShown));
  if (column === 'caller' && isShown) recordCallStacks(stores);
}

/** Shows a field as a column, or says that there are as many as there can be. */
export function addFieldColumn(stores: Stores, path: FieldPath): void {
  const setting = stores.get(listSetting);
  const added = withField(setting.peek(), path);
  if (added !== null) {
    setting.set(added);
    return;
  }
  const text = () => i18n.t('list.tooManyFields', { n: formatNumber(MAX_FIELD_COLUMNS) });
  stores.app.toasts.show({ tone: 'bad', text });
}

export function removeFieldColumn(stores: Stores, column: FieldColumnId): void {
  const setting = stores.get(listSetting);
  setting.set(withoutField(setting.peek(), column));
}
