import type { IconName } from '#components/kit/icon-paths.ts';
import type { MenuItem } from '#components/kit/Menu.tsx';
import type { Stores } from '#components/panel/app/stores.ts';
import { addFieldColumn, removeFieldColumn } from '#components/panel/event-list/columns/column-switches.ts';
import { fieldColumnId, fieldPathOfLine } from '#components/panel/event-list/columns/field-columns.ts';
import { hasField, listSetting } from '#components/panel/event-list/columns/list-settings.ts';
import type { FilterModel } from '#components/panel/filter/filter.ts';
import { formatPath, type JsonPath } from '#core/json/json';
import { termOfValue, type ValueTerm } from '#core/query/value-term';
import { i18n } from '#i18n';
import type { ValueLine } from './tree-lines';

interface TreeToolDeps {
  readonly filter: FilterModel;
  readonly onCopy: (text: string, what: () => string) => void;
}

interface TreeMenuDeps extends TreeToolDeps {
  readonly stores: Stores;
}

/** What can be done with one value of the tree. */
export function treeMenu(line: ValueLine, { filter, onCopy, stores }: TreeMenuDeps): readonly (readonly MenuItem[])[] {
  return [copyItems(line, onCopy), [...filterItems(line, filter), ...columnItems(line, stores)]];
}

/** What can be done with a value by one click on the icon beside it. */
export interface TreeTool {
  readonly icon: IconName;
  readonly item: MenuItem;
}

/** Filter by the value, copy it, copy its path; those that it has. */
export function treeTools(line: ValueLine, { filter, onCopy }: TreeToolDeps): readonly TreeTool[] {
  const [filterBy] = filterItems(line, filter);
  const [value, path] = copyItems(line, onCopy);
  const tools = [
    { icon: 'funnel', item: filterBy },
    { icon: 'copy', item: value },
    { icon: 'steps', item: path },
  ] as const;
  return tools.flatMap(({ icon, item }) => (item ? [{ icon, item }] : []));
}

/** The value as text, its path, both for the clipboard. */
function copyItems(line: ValueLine, onCopy: TreeToolDeps['onCopy']): readonly MenuItem[] {
  // Written out when it is asked for only: it may be megabytes.
  const text = () => (typeof line.value === 'string' ? line.value : JSON.stringify(line.value, null, 2));
  const path = formatPath(line.path.slice(1));
  const value: MenuItem = {
    id: 'copy-value',
    label: i18n.t('detail.copyValue'),
    onChoose: () => onCopy(text(), () => i18n.t('detail.copyTarget.value', { name: line.name })),
  };
  if (path === '') return [value];
  const onChoose = () => onCopy(path, () => i18n.t('detail.copyTarget.path', { path }));
  return [value, { id: 'copy-path', label: i18n.t('detail.copyPath'), onChoose }];
}

function filterItems({ path, value }: ValueLine, filter: FilterModel): readonly MenuItem[] {
  const inEvent = pathInEvent(path);
  const found: ValueTerm | null = inEvent && termOfValue(inEvent, value);
  if (found === null) return [];
  const { key, term } = found;
  return [
    { id: 'filter-by', label: i18n.t('detail.filterBy'), onChoose: () => filter.setToken(term, key) },
    { id: 'exclude', label: i18n.t('detail.exclude'), onChoose: () => filter.setToken(`-${term}`, `-${term}`) },
  ];
}

/** Shows the field as a column of the list, or removes that. */
function columnItems({ path }: ValueLine, stores: Stores): readonly MenuItem[] {
  const field = fieldPathOfLine(path);
  if (field === null) return [];
  const isShown = hasField(stores.get(listSetting).value, field);
  if (isShown) {
    const onChoose = () => removeFieldColumn(stores, fieldColumnId(field));
    return [{ id: 'remove-column', label: i18n.t('detail.removeColumn'), onChoose }];
  }
  return [{ id: 'show-column', label: i18n.t('detail.showColumn'), onChoose: () => addFieldColumn(stores, field) }];
}

/** Of the call, the filter finds `data` as the event's `edata`; its other arguments have no place of their own there. */
function pathInEvent([section, ...path]: JsonPath): JsonPath | null {
  if (section === 'event') return path;
  return path[0] === 'data' ? path : null;
}
