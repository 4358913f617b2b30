import { expect, it } from 'vitest';
import { journeyState } from '#core/journey/journey-state';
import {
  batchText,
  callReport,
  emitReport,
  logEvent,
  requestEndReport,
  requestReport,
  watchPage,
} from '#tests/fixtures/watched-page';

const long = (letter: string) => letter.repeat(100_000);
const dataOf = (letter: string) => ({ message: long(letter) });
const eventOf = (letter: string) => ({ ...logEvent('m'), edata: dataOf(letter) });

function emitLong() {
  const page = watchPage();
  page.log(callReport('c', dataOf('a')), { ...emitReport(eventOf('a')), callId: 'c' });
  page.capture.releaseValues(page.records(), 'stored');
  return page;
}

it('the request of a truncated event joins its row without a change', () => {
  const page = emitLong();
  page.log(requestReport('r', batchText([eventOf('a')])), requestEndReport('r', { end: 'responded', status: 200 }));
  const [record, ...others] = page.records();
  expect(others).toEqual([]);
  expect(record).toMatchObject({ longValues: 'stored', changes: [] });
  expect(record?.requests).toMatchObject([{ id: 'r', carriedEvent: null }]);
  expect(record && journeyState(record)).toBe('accepted');
});

it('a truncated event that is sent with different data counts as changed, and the stored event is short', () => {
  const page = emitLong();
  page.log(requestReport('r', batchText([eventOf('b')])));
  const [record] = page.records();
  expect(record?.requests[0]?.carriedEvent).not.toBeNull();
  expect(JSON.stringify(record).length).toBeLessThan(10_000);
});

it('the event of a truncated call joins its row without a change', () => {
  const page = watchPage();
  page.log(callReport('c', dataOf('a')));
  page.capture.releaseValues(page.records(), 'truncated');
  page.log({ ...emitReport(eventOf('a')), callId: 'c' });
  const [record, ...others] = page.records();
  expect(others).toEqual([]);
  expect(record).toMatchObject({ longValues: 'truncated', changes: [] });
  expect(JSON.stringify(record).length).toBeLessThan(10_000);
});

it('releaseValues ignores an outdated version of a record', () => {
  const page = watchPage();
  page.log(callReport('c', dataOf('a')));
  const before = page.records();
  page.log({ ...emitReport(eventOf('a')), callId: 'c' });
  page.capture.releaseValues(before, 'stored');
  expect(page.records()[0]?.longValues).toBeUndefined();
});

it('a long response to the request of a truncated event is truncated', () => {
  const page = emitLong();
  page.log(requestReport('r', batchText([eventOf('a')])));
  const end = { status: 'responded', httpStatus: 200, durationMs: 1 } as const;
  page.capture.onPostEnd('r', end, 'SUCCESS');
  expect(page.records()[0]?.requests[0]?.responseText).toBe('SUCCESS');
  page.capture.onPostEnd('r', end, long('z').slice(0, 60_000));
  expect(page.records()[0]?.requests[0]?.responseText?.length).toBeLessThan(1_000);
});
