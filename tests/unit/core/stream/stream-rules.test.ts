import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { TelemetryRecord } from '#core/journey/record';
import { stringAt } from '#core/json/json';
import { createDuplicateMidRule } from '#core/stream/duplicate-event-rule';
import { createRowsWithFindings } from '#core/stream/judged-rows';
import { createLeakedOptionsRule } from '#core/stream/leaked-options-rule';
import { createLostEventRule } from '#core/stream/lost-event-rule';
import type { StreamFinding, StreamRule } from '#core/stream/stream-rule';
import { eventOf, recordOf } from '#tests/fixtures/records';
import { applyStreamChange } from '#tests/fixtures/stream-findings';

const rules = {
  'duplicate mid': () =>
    createDuplicateMidRule((record: TelemetryRecord) => stringAt(record.event?.json, ['mid']) ?? ''),
  'leaked options': createLeakedOptionsRule,
  'lost event': createLostEventRule,
} as const satisfies Readonly<Record<string, () => StreamRule<TelemetryRecord>>>;

type Step =
  | { readonly type: 'add'; readonly events: readonly TelemetryRecord[] }
  | { readonly type: 'remove'; readonly rows: readonly number[] };

const anyRow = fc.integer({ min: 1, max: 8 });
const anyRecord = fc
  .record({
    row: anyRow,
    mid: fc.constantFrom(null, '', 'a', 'a', 'b', 'c'),
    fromRow: fc.option(anyRow),
    lost: fc.boolean(),
  })
  .map(({ row, mid, fromRow, lost }) => {
    const event = mid === null ? null : eventOf({ json: { eid: 'LOG', mid } });
    const changes = [{ type: 'added', path: ['context', 'env'], sent: 'player', fromRow }] as const;
    return recordOf(row, { event, changes, lost }).observed;
  });
const anySteps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    fc.record({ type: fc.constant('add' as const), events: fc.array(anyRecord, { maxLength: 5 }) }),
    fc.record({ type: fc.constant('remove' as const), rows: fc.array(anyRow, { maxLength: 4 }) }),
  ),
  { maxLength: 30 },
);

function runOnce(rule: StreamRule<TelemetryRecord>, records: readonly TelemetryRecord[]): Map<string, StreamFinding> {
  const findings = new Map<string, StreamFinding>();
  applyStreamChange(findings, rule.add(records));
  applyStreamChange(findings, rule.end());
  return findings;
}

const sortByKey = (findings: ReadonlyMap<string, StreamFinding>) =>
  [...findings.values()].sort((one, other) => (one.key < other.key ? -1 : 1));

it.each(Object.entries(rules))(
  'the rule %s has the same findings after any additions and removals as in one run over the remaining events',
  (_, createRule) => {
    fc.assert(
      fc.property(anySteps, (steps) => {
        const rule: StreamRule<TelemetryRecord> = createRule();
        const findings = new Map<string, StreamFinding>();
        const remaining = new Map<number, TelemetryRecord>();
        for (const step of steps) {
          if (step.type === 'add') {
            applyStreamChange(findings, rule.add(step.events));
            for (const record of step.events) remaining.set(record.row, record);
          } else {
            applyStreamChange(findings, rule.remove(step.rows));
            for (const row of step.rows) remaining.delete(row);
          }
          expect([...findings.values()].every(({ rows: [row] }) => remaining.has(row))).toBe(true);
        }
        applyStreamChange(findings, rule.end());
        const sortedRecords = [...remaining.values()].sort((one, other) => one.row - other.row);
        expect(sortByKey(findings)).toEqual(sortByKey(runOnce(createRule(), sortedRecords)));
      }),
    );
  },
);

it('rows with findings are tracked across any changes, and each changed row is returned', () => {
  fc.assert(
    fc.property(anySteps, (steps) => {
      const rule = rules['duplicate mid']();
      const rows = createRowsWithFindings();
      const findings = new Map<string, StreamFinding>();
      const trackedRows = new Set<number>();
      for (const step of steps) {
        const change = step.type === 'add' ? rule.add(step.events) : rule.remove(step.rows);
        applyStreamChange(findings, change);
        for (const row of rows.apply(change)) {
          if (rows.has(row)) trackedRows.add(row);
          else trackedRows.delete(row);
        }
        const rowsWithFindings = new Set([...findings.values()].flatMap((finding) => finding.rows));
        expect(trackedRows).toEqual(rowsWithFindings);
      }
    }),
  );
});

it('a duplicate mid refers to the first row with the mid, and the finding is withdrawn if that row is removed', () => {
  const rule = createDuplicateMidRule(({ mid }: { readonly row: number; readonly mid: string }) => mid);
  expect(rule.add([{ row: 1, mid: 'a' }])).toEqual({ found: [], withdrawn: [] });
  const { found } = rule.add([
    { row: 2, mid: 'b' },
    { row: 3, mid: 'a' },
    { row: 4, mid: 'a' },
  ]);
  expect(found.map(({ rows }) => rows)).toEqual([
    [3, 1],
    [4, 1],
  ]);
  const removed = rule.remove([1]);
  expect(removed.withdrawn).toEqual(['duplicate-mid 3']);
  expect(removed.found.map(({ rows }) => rows)).toEqual([[4, 3]]);
  expect(rule.remove([4]).withdrawn).toEqual(['duplicate-mid 4']);
});
