import { formatNumber } from '#components/i18n/count-text.ts';
import type { Stores } from '#components/panel/app/stores.ts';
import { i18n } from '#i18n';
import { judgesStore } from '../judging/judges';
import { type FixedColumn, fieldColumns, isHidden } from './columns';
import { type FieldColumnId, type FieldPath, MAX_FIELD_COLUMNS } from './field-columns';
import { listColumns } from './fixed-columns';
import { type ColumnId, listSetting, withColumn, withField, withoutField } from './list-settings';

/** A column that can be shown and hidden. */
interface ColumnSwitch {
  readonly id: ColumnId;
  readonly name: string;
  readonly isShown: boolean;
  readonly toggle: () => void;
}

/**
 * Returns all columns but the headline, which is always shown.
 * A column of a field is removed, any other is hidden.
 */
export function columnSwitches(stores: Stores): readonly ColumnSwitch[] {
  const settings = stores.get(listSetting).value;
  const ruleSets = stores.get(judgesStore).ruleSetIds.value;
  const fixedSwitches = stores
    .get(listColumns)
    .parts.filter(({ id }) => id !== 'headline')
    .map((column) => {
      const isShown = !isHidden(settings, column, ruleSets);
      return { id: column.id, name: column.name(), isShown, toggle: () => switchColumn(stores, column, !isShown) };
    });
  const fieldSwitches = fieldColumns(settings).map(({ id, name }) => {
    return { id, name: name(), isShown: true, toggle: () => removeFieldColumn(stores, id) };
  });
  return [...fixedSwitches, ...fieldSwitches];
}

function switchColumn(stores: Stores, { id, onShow }: FixedColumn, isShown: boolean): void {
  const setting = stores.get(listSetting);
  setting.set(withColumn(setting.peek(), id, isShown));
  if (isShown) onShow?.(stores);
}

/** Shows a field as a column, or reports that the maximum number of columns is reached. */
export function addFieldColumn(stores: Stores, path: FieldPath): void {
  const setting = stores.get(listSetting);
  const settings = withField(setting.peek(), path);
  if (settings !== null) {
    setting.set(settings);
    return;
  }
  const text = () => i18n.t('list.tooManyFields', { n: formatNumber(MAX_FIELD_COLUMNS) });
  stores.app.toasts.show({ tone: 'error', text });
}

export function removeFieldColumn(stores: Stores, column: FieldColumnId): void {
  const setting = stores.get(listSetting);
  setting.set(withoutField(setting.peek(), column));
}
