import { expect, it } from 'vitest';
import { createCollectedEvents } from '#core/collector/collected-events';
import { sourceLabel, sourcesOf } from '#core/journey/record-sources';
import { compileQuery } from '#core/query/compile-query';
import { parseFilterText } from '#core/query/filter-text';
import { createDefaultJudge } from '#core/stream/default-judge';
import { measureGrowth } from '#tests/fixtures/growth';
import { batchOf, createReceivedBatch, touch } from '../collector/received-batch';

/** Returns the record of an event from this sender. */
function recordFrom(source: Parameters<typeof createReceivedBatch>[1]) {
  const events = createCollectedEvents(createDefaultJudge());
  events.add(createReceivedBatch(batchOf(touch('a')), source));
  const record = events.get(1)?.record;
  if (record === undefined) throw new Error('no record');
  return record;
}

it.each([
  [{ stamped: { pid: 'org.example.app' }, page: 'https://portal.example.org/' }, 'org.example.app'],
  [{ page: 'https://portal.example.org/explore/?token=1#top' }, 'portal.example.org/explore'],
  [{ userAgent: 'okhttp/4.12.0' }, 'learn.portal'],
  [{ run: 'worker-1', stamped: { pid: 'org.example.app' } }, 'worker-1'],
])('the source label of a sender with %j is %s', (source, label) => {
  expect(sourceLabel(recordFrom(source))).toBe(label);
});

it('sourcesOf returns each name of the sender once', () => {
  const source = { run: 'player', stamped: { pid: 'player' }, address: '192.168.1.20', userAgent: 'okhttp/4.12.0' };
  expect(sourcesOf(recordFrom(source))).toEqual(['player', 'learn.portal', '192.168.1.20', 'okhttp/4.12.0']);
  expect(sourcesOf({ event: null, requests: [] })).toEqual([]);
});

it.each([
  ['source:okhttp', true],
  ['source:192.168', true],
  ['source:PLAYER', true],
  ['source:worker-1', true],
  ['source:worker-2', false],
  ['source:/^learn/', true],
  ['source:*', true],
  ['source:safari', false],
  ['-source:okhttp', false],
])('the filter %s matches the event of a sender: %s', (filter, isFound) => {
  const query = parseFilterText(filter);
  const record = recordFrom({ run: 'worker-1', address: '192.168.1.20', userAgent: 'okhttp/4.12.0' });
  expect(query.ok && compileQuery(query.value)(record)).toBe(isFound);
});

it('a token in the page URL of a sender is redacted', () => {
  const token = `eyJ${'a'.repeat(20)}.eyJ${'b'.repeat(40)}.${'c'.repeat(43)}`;
  const { sender } = recordFrom({ page: `https://portal.example.org/?access_token=${token}` });
  expect(sender?.page).not.toContain(token);
});

it('the source label of a name with many question marks and a line break takes linear time', () => {
  const recordWithLongId = (size: number) => {
    const json = { context: { pdata: { id: `${'?'.repeat(size)}\n` } } };
    return { event: { json }, requests: [] } as unknown as Parameters<typeof sourceLabel>[0];
  };
  expect(measureGrowth(recordWithLongId, sourceLabel, 8_000)).toBeLessThan(8);
  expect(sourceLabel(recordWithLongId(1))).toBe('');
});
