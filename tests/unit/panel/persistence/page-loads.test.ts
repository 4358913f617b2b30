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

it('a new page load starts with its first report, and the later report of DevTools starts no other page load', () => {
  const { loads, pages, wait, now } = watchLoads();
  loads.handleDocument('a');
  wait(50);
  loads.handleNavigation(now(), 0);
  expect(pages()).toBe(1);
});

it('a new page load of an unwatched page starts when DevTools reports it', () => {
  const { loads, pages, wait, now } = watchLoads();
  loads.handleDocument('a');
  wait(5_000);
  loads.handleNavigation(now(), 0);
  expect(pages()).toBe(2);
});

it('a new page load is not started by a report of DevTools that was delayed for seconds', () => {
  const { loads, pages, wait, now } = watchLoads();
  const reportedAt = now();
  wait(50);
  loads.handleDocument('a');
  wait(5_000);
  loads.handleNavigation(reportedAt, 0);
  expect(pages()).toBe(1);
});

it('a new page load is not started when the relay reconnects', () => {
  const { loads, pages } = watchLoads();
  loads.handleDocument('a');
  loads.handleDocument('a');
  expect(pages()).toBe(1);
});

it.each([
  [0, { type: 'document', documentKey: 'a' }, 'a'],
  [3, { type: 'document', documentKey: 'a' }, null],
  [0, { type: 'log', documentKey: 'a' }, null],
  [0, { type: 'document', documentKey: 1 }, null],
  [0, null, null],
])('the document key in frame %d with the message %j is %s', (frameId, message, key) => {
  expect(topDocumentKey(frameId, message)).toBe(key);
});
