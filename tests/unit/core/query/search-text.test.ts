import { expect, it } from 'vitest';
import { searchTextOf } from '#core/query/finder';
import { callOf, recordOf } from '#tests/fixtures/records';

it('search finds data that a record got after its text was cached: the page, and the call', () => {
  const seen = recordOf(1, { call: null, frame: { frameId: 0, url: '' } });
  expect(searchTextOf(seen)).not.toContain('/lesson/');
  const placed = { ...seen, frame: { frameId: 0, url: 'http://localhost:4173/lesson/rain' } };
  expect(searchTextOf(placed)).toContain('/lesson/rain');
  const called = { ...placed, call: callOf({ args: [{ id: 'Only-In-The-Call' }] }) };
  expect(searchTextOf(called)).toContain('only-in-the-call');
});
