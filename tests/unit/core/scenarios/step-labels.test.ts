import { expect, it } from 'vitest';
import { messageForEventInRow, withoutRows, withRowNumbers } from '#core/scenarios/step-labels';
import { message } from '#core/util/message';
import { recordOf } from '#tests/fixtures/records';

const inRow = messageForEventInRow(recordOf(7, { headline: 'home' }));
const otherNext = message('scenarios.result.otherNext', { kind: 'END', event: 'LOG', n: 7 });
const text = [message('scenarios.result.receivedInstead', { events: inRow }), otherNext];

it('a message shows the current row numbers of the list', () => {
  const renumbered = withRowNumbers(text, (row) => row - 4);
  expect(renumbered).toEqual([
    message('scenarios.result.receivedInstead', { events: { ...inRow, params: { ...inRow.params, n: 3 } } }),
    { ...otherNext, params: { ...otherNext.params, n: 3 } },
  ]);
});

it('a message omits a row number if the list does not have the row', () => {
  const texts = [
    message('scenarios.result.receivedInstead', { events: inRow.params?.event ?? '' }),
    message('scenarios.result.otherNextEvent', { kind: 'END', event: 'LOG' }),
  ];
  expect(withRowNumbers(text, () => null)).toEqual(texts);
  expect(withoutRows(text)).toEqual(texts);
});
