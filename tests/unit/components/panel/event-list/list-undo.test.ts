import { signal } from '@preact/signals';
import { expect, it } from 'vitest';
import { createListUndo } from '#components/panel/event-list/list-undo.ts';
import { createRecords } from '#components/panel/event-list/record-store.ts';
import { type HiddenEvents, noHiddenEvents } from '#core/query/hidden-events';
import { recordOf } from '#tests/fixtures/records';

function createList() {
  const records = createRecords();
  const hidden = signal(noHiddenEvents);
  records.apply([recordOf(1), recordOf(2)]);
  return { records, hidden, undo: createListUndo({ records, hidden }) };
}
const hiddenRows = (...rows: readonly number[]): HiddenEvents => ({ rows: new Set(rows), similarTo: [] });

it('undo reverts hiding and clearing step by step, the latest first, and reports the reverted step', () => {
  const { records, hidden, undo } = createList();
  undo.hide(hiddenRows(1));
  undo.clear();
  undo.hide(hiddenRows(1, 2));
  expect(undo.undo()).toBe(true);
  expect([[...hidden.value.rows], records.all().length]).toEqual([[1], 0]);
  expect(undo.undo()).toBe(true);
  expect([[...hidden.value.rows], records.all().length]).toEqual([[1], 2]);
  expect(undo.undo()).toBe(true);
  expect(hidden.value).toBe(noHiddenEvents);
  expect(undo.undo()).toBe(false);
});

it('undo skips a clearing whose records are deleted, and reverts the step before it', () => {
  const { records, hidden, undo } = createList();
  undo.hide(hiddenRows(1));
  undo.clear();
  records.forget();
  expect(undo.undo()).toBe(true);
  expect([hidden.value, records.all().length]).toEqual([noHiddenEvents, 0]);
  expect(undo.undo()).toBe(false);
});
