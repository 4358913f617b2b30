import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createChangeFeed } from '#core/collector/change-feed';
import { createCollectedEvents } from '#core/collector/collected-events';
import type { TelemetryRecord } from '#core/journey/record';
import { observedOf } from '#core/stream/judged-record';
import { noJudge } from '#core/stream/no-judge';
import { batchOf, createReceivedBatch, touch } from './received-batch';

function startFeed(limits: { readonly maxEvents?: number } = {}) {
  const events = createCollectedEvents(noJudge, { maxEvents: 12, evictionBatchSize: 3 });
  const feed = createChangeFeed(events, 'first', limits);
  const add = (id: number, run = ''): void => {
    events.add(createReceivedBatch(batchOf(touch(`${id}`)), { run }));
  };
  return { events, feed, add };
}

/** Creates a reader, such as a page, that remembers its position and its rows. */
function createReader(read: ReturnType<typeof startFeed>['feed']['read']) {
  let position: string | null = null;
  const rows = new Map<number, TelemetryRecord>();
  let received = 0;
  const readPart = (): number => {
    const part = read(position);
    if (part.isReset) rows.clear();
    for (const row of [...rows.keys()]) if (row <= part.removedThrough) rows.delete(row);
    for (const { record } of part.events) rows.set(record.row, observedOf(record));
    received += part.events.length;
    position = part.position;
    return part.behind;
  };
  return {
    readPart,
    readAll() {
      while (readPart() > 0);
    },
    rows: () => [...rows.values()].sort((one, other) => one.row - other.row),
    received: () => received,
  };
}

it('the change feed returns all events to a new reader, and only changes to a returning reader', () => {
  const { feed, add } = startFeed({ maxEvents: 2 });
  for (const id of [1, 2, 3]) add(id);
  const reader = createReader(feed.read);
  expect(reader.readPart()).toBe(1);
  reader.readAll();
  expect(reader.received()).toBe(3);
  add(2);
  add(4);
  reader.readAll();
  expect(reader.received()).toBe(5);
  expect(reader.rows().map(({ requests }) => requests.length)).toEqual([1, 2, 1, 1]);
});

it('the change feed resets a reader whose position is from another collection', () => {
  const { feed, add } = startFeed();
  add(1);
  expect(feed.read('other.0.7')).toMatchObject({ isReset: true, behind: 0 });
  expect(feed.read('other.0.7').events).toHaveLength(1);
  expect(feed.read(feed.head())).toMatchObject({ isReset: false, events: [], position: feed.head() });
});

const anyStep = fc.oneof(
  { weight: 8, arbitrary: fc.record({ type: fc.constant('add'), id: fc.nat(30), run: fc.constantFrom('', 'one') }) },
  { weight: 4, arbitrary: fc.record({ type: fc.constant('read'), reader: fc.nat(2) }) },
  fc.record({ type: fc.constant('clear'), rows: fc.nat(5) }),
  fc.record({ type: fc.constant('clear-run') }),
);

it('readers have the same events as the collection after any order of changes and reads', () => {
  fc.assert(
    fc.property(fc.array(anyStep, { maxLength: 60 }), fc.integer({ min: 1, max: 4 }), (steps, maxEvents) => {
      const { events, feed, add } = startFeed({ maxEvents });
      const readers = [0, 1, 2].map(() => createReader(feed.read));
      for (const step of steps) {
        if ('id' in step) add(step.id, step.run);
        else if ('reader' in step) readers[step.reader]?.readPart();
        else if ('rows' in step) events.clear(events.lastRow() - step.rows);
        else events.clearRun('one');
      }
      const collectedRecords = [...events.all()].map(({ record }) => observedOf(record));
      for (const reader of readers) {
        reader.readAll();
        expect(reader.rows()).toEqual(collectedRecords);
      }
    }),
  );
});
