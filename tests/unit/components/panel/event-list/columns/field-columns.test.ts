import { expect, it } from 'vitest';
import { visibleColumns, widthStyle } from '#components/panel/event-list/columns/columns.ts';
import {
  fieldColumnId,
  fieldPathOfLine,
  MAX_FIELD_COLUMNS,
  pathOfColumn,
} from '#components/panel/event-list/columns/field-columns.ts';
import { fieldText } from '#components/panel/event-list/columns/field-text.ts';
import { fixedColumns } from '#components/panel/event-list/columns/fixed-columns.tsx';
import {
  defaultListSettings,
  hasField,
  type ListSettings,
  listSetting,
  withDefaultColumns,
  withField,
  withoutField,
  withWidth,
} from '#components/panel/event-list/columns/list-settings.ts';
import type { Json } from '#core/json/json';
import { createTestStores } from '#tests/fixtures/panel-stores';

const pageid = ['edata', 'pageid'];
const id = fieldColumnId(pageid);
const paths = (count: number) => Array.from({ length: count }, (_, index) => ['edata', `field-${index}`]);
const withFields = (fields: ListSettings['fields']): ListSettings => ({ ...defaultListSettings, fields });

it.each([
  [['event', 'edata', 'pageid'], pageid],
  [['call', 'data', 'pageid'], pageid],
  [
    ['event', 'context', 'cdata', 0, 'id'],
    ['context', 'cdata', 'id'],
  ],
  [
    ['call', 'options', 'context', 'env'],
    ['context', 'env'],
  ],
  [
    ['event', 'edata', 'extra', 'a.b "c"'],
    ['edata', 'extra', 'a.b "c"'],
  ],
  [['event'], null],
  [['call', 'contentId'], null],
  [['call', 'options'], null],
  [['event', 'x'.repeat(201)], null],
] as const)('the line %j of the tree belongs to the field %j', (line, field) => {
  expect(fieldPathOfLine([...line])).toEqual(field);
});

it('the id of a field column distinguishes a dot in a key from a path separator', () => {
  expect(fieldColumnId(['a.b'])).not.toBe(fieldColumnId(['a', 'b']));
  expect(pathOfColumn(fieldColumnId(['a.b', '"']))).toEqual(['a.b', '"']);
});

it('a field column is placed after the headline, and has its width until it is removed', () => {
  const added = withField(defaultListSettings, pageid) ?? defaultListSettings;
  const shown = visibleColumns(added, fixedColumns);
  expect(shown.map((column) => column.name())).toEqual([
    'Row',
    'Time',
    'Kind',
    'Summary',
    'edata.pageid',
    'Journey',
    'Validation',
    'Page',
  ]);
  const wide = { ...withWidth(added, id, 200), sort: { by: id, direction: 'ascending' } } as const;
  expect(widthStyle(shown, wide.widths)).toEqual({ '--w-field-0': '200px' });
  expect(withoutField(wide, id)).toEqual(defaultListSettings);
  expect(withDefaultColumns(wide)).toEqual(defaultListSettings);
});

it('a field column can be added once only, and at most six can be added', () => {
  const full = withFields(paths(MAX_FIELD_COLUMNS));
  expect(withField(full, pageid)).toBeNull();
  expect(withField(full, ['edata', 'field-0'])).toBe(full);
  expect(hasField(full, ['edata', 'field-5'])).toBe(true);
});

it.each([
  [{ fields: [pageid] }, [pageid]],
  [{ fields: 'edata.pageid' }, []],
  [{ fields: [pageid, 7] }, []],
  [{ fields: [[]] }, []],
  [{ fields: [['edata', 1]] }, []],
  [{ fields: [['x'.repeat(201)]] }, []],
  [{ fields: paths(MAX_FIELD_COLUMNS + 1) }, []],
])('stored field columns are restored unless they are invalid: %j', async (stored, fields) => {
  const { stores } = createTestStores();
  stores.app.settings.values.value = { list: stored };
  expect(stores.get(listSetting).value).toEqual(withFields(fields));
});

it.each([
  [[pageid], { by: id, direction: 'descending' }],
  [[], null],
])(
  'a stored sort order by a field is dropped if the field is not a column: fields %j, sort order %j',
  (fields, sort) => {
    const { stores } = createTestStores();
    stores.app.settings.values.value = { list: { fields, sort: { by: id, direction: 'descending' } } };
    expect(stores.get(listSetting).value.sort).toEqual(sort);
  },
);

it.each<readonly [readonly Json[], string]>([
  [[], ''],
  [['home'], 'home'],
  [[''], ''],
  [[0], '0'],
  [[null], 'null'],
  [[true], 'true'],
  [['a', 'b'], 'a, b'],
  [[['x', 2, null]], 'x, 2, null'],
  [[[{ id: 1 }]], '[ 1 ]'],
  [[{ id: 1, type: 'x' }], '{ id, type }'],
  [[[]], '[ ]'],
])('the values %j are shown in a cell as %j', (values, text) => {
  expect(fieldText(values)).toEqual({ text, title: text });
});

it('the text of a field is truncated more in the cell than in the tooltip, and never within a code point', () => {
  const { text, title } = fieldText([`${'x'.repeat(159)}😀${'y'.repeat(2_000_000)}`]);
  expect(text).toBe(`${'x'.repeat(159)}…`);
  expect([title.length, title.endsWith('y…')]).toEqual([1_001, true]);
});
