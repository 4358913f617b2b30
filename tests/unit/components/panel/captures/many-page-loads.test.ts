import { expect, it } from 'vitest';
import { captureWithRowPerPageLoad, captureWithTwoRows, processCapture } from '#tests/fixtures/many-page-loads';

/** With a cost of rows × documents × page loads this would take minutes, and the test would time out. */
const COUNT = 3_000;

it('a capture with very many lost events, documents and page loads is opened, grouped, exported and restored without a freeze', async () => {
  const { records, lines } = await processCapture(captureWithRowPerPageLoad(COUNT));
  expect(records.navigations()).toHaveLength(COUNT);
  expect(records.navigations().every(({ lostBefore }) => lostBefore === 1)).toBe(true);
  expect(lines.length.value).toBe(2 * COUNT);
});

it('a capture with very many page loads and few rows is opened without a freeze', async () => {
  const { records } = await processCapture(captureWithTwoRows(4 * COUNT));
  expect(records.navigations()).toHaveLength(4 * COUNT);
});
