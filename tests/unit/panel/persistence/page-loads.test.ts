import { expect, it } from 'vitest';
import { createPageLoads, topDocumentKey } from '#panel/persistence/page-loads';

function watchLoads() {
  let clock = 0;
  let pages = 0;
  const loads = createPageLoads(
    () => clock,
    () => {
      pages += 1;
    },
  );
  const wait = (milliseconds: number): void => {
    clock += milliseconds;
  };
  return { loads, wait, now: () => clock, pages: () => pages };
}

it('a new page begins with its first report, and not again when DevTools reports it', () => {
  const { loads, pages, wait, now } = watchLoads();
  loads.arrived('a');
  wait(50);
  loads.navigated(now(), 0);
  expect(pages()).toBe(1);
});

it('a new page that is not watched begins when DevTools reports it', () => {
  const { loads, pages, wait, now } = watchLoads();
  loads.arrived('a');
  wait(5_000);
  loads.navigated(now(), 0);
  expect(pages()).toBe(2);
});

it('a new page that DevTools reported long ago, while it was busy, does not begin again', () => {
  const { loads, pages, wait, now } = watchLoads();
  const reportedAt = now();
  wait(50);
  loads.arrived('a');
  wait(5_000);
  loads.navigated(reportedAt, 0);
  expect(pages()).toBe(1);
});

it('a new page does not begin when its relay connects again', () => {
  const { loads, pages } = watchLoads();
  loads.arrived('a');
  loads.arrived('a');
  expect(pages()).toBe(1);
});

it.each([
  [0, { type: 'document', documentKey: 'a' }, 'a'],
  [3, { type: 'document', documentKey: 'a' }, null],
  [0, { type: 'log', documentKey: 'a' }, null],
  [0, { type: 'document', documentKey: 1 }, null],
  [0, null, null],
])('a new page in frame %d by %j: %s', (frameId, message, key) => {
  expect(topDocumentKey(frameId, message)).toBe(key);
});
