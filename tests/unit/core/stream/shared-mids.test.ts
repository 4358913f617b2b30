import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { TelemetryRecord } from '#core/journey/record';
import { createSharedMids } from '#core/stream/judged-rows';
import { eventOf, recordOf } from '#tests/fixtures/records';

const recordWith = (row: number, mid: string | null): TelemetryRecord =>
  recordOf(row, { event: mid === null ? null : eventOf({ json: { eid: 'LOG', mid } }) }).observed;

const step = fc.record({
  row: fc.integer({ min: 1, max: 6 }),
  mid: fc.constantFrom(null, '', 'a', 'b', 'c'),
});

it('rows share a mid as those do that remain, whatever came before, and each change is told', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const mids = createSharedMids();
      const rows = new Map<number, TelemetryRecord>();
      const shared = new Set<number>();
      for (const { row, mid } of steps) {
        const record = recordWith(row, mid);
        const changed = mids.add(record);
        rows.set(row, record);
        for (const each of changed) {
          if (mids.isShared(each)) shared.add(each);
          else shared.delete(each);
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
