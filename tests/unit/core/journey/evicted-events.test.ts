import { expect, it } from 'vitest';
import { createEvictedEvents, MIN_EVICTED_EVENTS } from '#core/journey/evicted-events';

const eventOf = (mid: number, eid = 'LOG') => ({ eid, mid: `LOG:${mid}`, ets: 1 });
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

it('the set of evicted events contains the newest events, between the minimum number and twice as many', () => {
  const evicted = createEvictedEvents(1);
  const all = numbers(5 * MIN_EVICTED_EVENTS);
  for (const mid of all) evicted.add(eventOf(mid));
  const retained = all.filter((mid) => evicted.has(eventOf(mid)));
  expect(retained.length).toBeGreaterThanOrEqual(MIN_EVICTED_EVENTS);
  expect(retained.length).toBeLessThanOrEqual(2 * MIN_EVICTED_EVENTS);
  expect(retained).toEqual(all.slice(-retained.length));
});

it('the set of evicted events contains no event that was not evicted', () => {
  const evicted = createEvictedEvents(1);
  for (const mid of numbers(MIN_EVICTED_EVENTS)) evicted.add(eventOf(mid));
  expect(evicted.has(eventOf(1))).toBe(true);
  expect(evicted.has(eventOf(1, 'START'))).toBe(false);
  expect(evicted.has(eventOf(-1))).toBe(false);
  expect(evicted.has({ eid: 'LOG' })).toBe(false);
});

it('an event that is evicted repeatedly does not displace another event', () => {
  const evicted = createEvictedEvents(1);
  evicted.add(eventOf(0));
  for (const _ of numbers(3 * MIN_EVICTED_EVENTS)) evicted.add(eventOf(1));
  expect(evicted.has(eventOf(0))).toBe(true);
});
