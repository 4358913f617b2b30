import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { TelemetryRecord } from '#core/journey/record';
import { createSharedMids } from '#core/stream/judged-rows';
import { eventOf, recordOf } from '#tests/fixtures/records';

const recordWith = (row: number, mid: string | null): TelemetryRecord =>
  recordOf(row, { event: mid === null ? null : eventOf({ json: { eid: 'LOG', mid } }) }).observed;

const anyStep = fc.record({
  row: fc.integer({ min: 1, max: 6 }),
  mid: fc.constantFrom(null, '', 'a', 'b', 'c'),
});

it('rows with a shared mid are tracked across any changes, and each changed row is returned', () => {
  fc.assert(
    fc.property(fc.array(anyStep, { maxLength: 40 }), (steps) => {
      const mids = createSharedMids();
      const rows = new Map<number, TelemetryRecord>();
      const shared = new Set<number>();
      for (const { row, mid } of steps) {
        const record = recordWith(row, mid);
        const changed = mids.add(record);
        rows.set(row, record);
        for (const changedRow of changed) {
          if (mids.isShared(changedRow)) shared.add(changedRow);
          else shared.delete(changedRow);
        }
      }
      const midOf = (record: TelemetryRecord) => (record.event?.json as { mid?: string } | undefined)?.mid;
      const expected = [...rows.values()].filter((record) => {
        const mid = midOf(record);
        return mid && [...rows.values()].filter((other) => midOf(other) === mid).length > 1;
      });
      expect([...shared].sort()).toEqual(expected.map(({ row }) => row).sort());
      for (const record of rows.values()) expect(mids.isShared(record.row)).toBe(expected.includes(record));
    }),
  );
});

it.each([
  ['a page', 'page', 3_599_999, true],
  ['a page', 'page', 3_600_000, false],
  ['a file that says when they were received', 'file', 3_600_000, false],
] as const)('rows of %s share a mid only within an hour (%s, %i ms)', (_, observedIn, gapMs, isShared) => {
  const mids = createSharedMids();
  const recordAt = (row: number, at: number) =>
    recordOf(row, { event: eventOf({ observedIn, at, json: { eid: 'LOG', mid: 'a', syncts: at } }) }).observed;
  mids.add(recordAt(1, 1000));
  mids.add(recordAt(2, 1000 + gapMs));
  expect(mids.isShared(2)).toBe(isShared);
});
