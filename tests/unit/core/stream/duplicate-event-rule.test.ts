import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createDuplicateEventRule, type DeduplicatedEvent } from '#core/stream/duplicate-event-rule';
import { MidRows } from '#core/stream/mid-rows';
import type { StreamFinding } from '#core/stream/stream-rule';
import { hash53 } from '#core/util/hash53';
import { applyStreamChange } from '#tests/fixtures/stream-findings';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

const anyRow = fc.integer({ min: 1, max: 40 });
const anyEvent: fc.Arbitrary<DeduplicatedEvent> = fc.record({
  row: anyRow,
  mid: fc.constantFrom('', 'a', 'a', 'a', 'b', 'c'),
  receivedAt: fc.option(fc.integer({ min: 0, max: 200 }).map((minutes) => 1_763_620_200_000 + minutes * MINUTE_MS)),
  steps: fc.constantFrom<DeduplicatedEvent['steps'][]>(
    ['preprocessor', 'druid-validator'],
    ['druid-validator'],
    ['preprocessor'],
    [],
  ),
});
const anySteps = fc.array(
  fc.oneof(
    fc.record({ type: fc.constant('add' as const), events: fc.array(anyEvent, { maxLength: 30 }) }),
    fc.record({ type: fc.constant('remove' as const), rows: fc.array(anyRow, { maxLength: 8 }) }),
  ),
  { maxLength: 12 },
);

const createRule = (maxEvents?: number) =>
  createDuplicateEventRule((event: DeduplicatedEvent) => event, {
    windowMs: HOUR_MS,
    ...(maxEvents === undefined ? {} : { maxEvents }),
  });

/** Returns each duplicate as `ROW of FIRST by STEP`. */
function describeDuplicates(findings: ReadonlyMap<string, StreamFinding>): readonly string[] {
  return [...findings.values()].map(
    ({ rows, params }) => `${rows[0]} of ${rows[1]} by ${'step' in params ? params.step : ''}`,
  );
}

/** Finds the duplicates event by event, as pipeline jobs that each have a store do. */
function simulate(events: readonly DeduplicatedEvent[]): readonly string[] {
  const stores = { preprocessor: new Map<string, DeduplicatedEvent>(), 'druid-validator': new Map() };
  return [...events]
    .sort((one, other) => one.row - other.row)
    .flatMap((event) => {
      if (event.mid === '') return [];
      for (const step of ['preprocessor', 'druid-validator'] as const) {
        if (!event.steps.includes(step)) continue;
        const first = stores[step].get(event.mid);
        if (first !== undefined && isWithinHour(first.receivedAt, event.receivedAt)) {
          return [`${event.row} of ${first.row} by ${step}`];
        }
        stores[step].set(event.mid, event);
      }
      return [];
    });
}

/** Whether two times are less than an hour apart. An unknown time counts as within the hour. */
function isWithinHour(first: number | null, second: number | null): boolean {
  return first === null || second === null || Math.abs(second - first) < HOUR_MS;
}

it('the duplicate rule finds the same duplicates after additions and removals as the pipeline’s jobs in the remaining events', () => {
  let duplicates = 0;
  fc.assert(
    fc.property(anySteps, (steps) => {
      const rule = createRule();
      const findings = new Map<string, StreamFinding>();
      const remaining = new Map<number, DeduplicatedEvent>();
      for (const step of steps) {
        if (step.type === 'add') {
          applyStreamChange(findings, rule.add(step.events));
          for (const event of step.events) remaining.set(event.row, event);
        } else {
          applyStreamChange(findings, rule.remove(step.rows));
          for (const row of step.rows) remaining.delete(row);
        }
        const expected = simulate([...remaining.values()]);
        expect([...describeDuplicates(findings)].sort()).toEqual([...expected].sort());
        duplicates += expected.length;
      }
    }),
    { numRuns: 400 },
  );
  expect(duplicates).toBeGreaterThan(1_000);
});

it('a rule with a limit that is not reached finds the same duplicates as the pipeline’s jobs, also if clocks jump', () => {
  fc.assert(
    fc.property(fc.array(anyEvent, { maxLength: 60 }), (events) => {
      const eventsInOrder = events.map((event, index) => ({ ...event, row: index + 1 }));
      const rule = createRule(100);
      const findings = new Map<string, StreamFinding>();
      for (const event of eventsInOrder) applyStreamChange(findings, rule.add([event]));
      expect(describeDuplicates(findings)).toEqual(simulate(eventsInOrder));
    }),
    { numRuns: 400 },
  );
});

it.each<[others: string, mids: string, original: number | null]>([
  ['four duplicates', 'aaaa', 1],
  ['five duplicates', 'aaaaa', 1],
  ['six duplicates', 'aaaaaa', null],
  ['events of two other mids', 'bbcbc', 1],
  ['events of three other mids', 'bbcd', null],
])('with a limit of three events, the original of the last event after %s (%s) is row %s', (_, mids, original) => {
  const rule = createRule(3);
  const changes = [...`a${mids}a`].map((mid, index) =>
    rule.add([{ row: index + 1, mid, receivedAt: index * MINUTE_MS, steps: ['preprocessor', 'druid-validator'] }]),
  );
  const [finding] = changes.at(-1)?.found ?? [];
  expect(finding?.rows[1] ?? null).toBe(original);
});

it('a mid is a duplicate for one hour after its first event, and duplicates do not extend the hour', () => {
  const minutes = [0, 50, 59.99, 60, 119];
  const events = minutes.map((minute, index): DeduplicatedEvent => {
    return { row: index + 1, mid: 'a', receivedAt: minute * MINUTE_MS, steps: ['druid-validator'] };
  });
  const findings = new Map<string, StreamFinding>();
  applyStreamChange(findings, createRule().add(events));
  expect(describeDuplicates(findings)).toEqual([
    '2 of 1 by druid-validator',
    '3 of 1 by druid-validator',
    '5 of 4 by druid-validator',
  ]);
});

const ROWS = 100_000;
const rowsWith = (midOf: (row: number) => string) =>
  Array.from({ length: ROWS }, (_, index): DeduplicatedEvent => {
    const row = index + 1;
    return { row, mid: midOf(row), receivedAt: 1_763_620_200_000 + row, steps: ['druid-validator'] };
  });

it.each<[string, (row: number) => string, number]>([
  ['unique mids', (row) => `INTERACT:${row.toString(16).padStart(32, '0')}`, 0],
  ['each mid twice', (row) => `INTERACT:${Math.ceil(row / 2)}`, ROWS / 2],
  ['the same mid', () => 'undefined', ROWS - 1],
])('100,000 rows with %s have the expected duplicates, added in one batch or individually', (_, midOf, count) => {
  const events = rowsWith(midOf);
  const firstRows = new Map<string, number>();
  const expected = events.flatMap(({ row, mid }) => {
    const firstRow = firstRows.get(mid);
    if (firstRow === undefined) firstRows.set(mid, row);
    return firstRow === undefined ? [] : [[row, firstRow]];
  });
  expect(expected.length).toBe(count);
  expect(
    createRule()
      .add(events)
      .found.map(({ rows }) => rows),
  ).toEqual(expected);
  const rule = createRule();
  expect(events.flatMap((event) => rule.add([event]).found).map(({ rows }) => rows)).toEqual(expected);
  expect(rule.remove(events.map(({ row }) => row)).withdrawn.length).toBe(count);
});

it('rows use at most 24 bytes of memory per mid', () => {
  const rows = new MidRows();
  for (const { row, mid, receivedAt } of rowsWith((row) => `INTERACT:${row.toString(16).padStart(32, '0')}`)) {
    rows.add(row, hash53(mid, 0), receivedAt, 1);
  }
  expect(rows.byteLength / ROWS).toBeLessThanOrEqual(24);
});
