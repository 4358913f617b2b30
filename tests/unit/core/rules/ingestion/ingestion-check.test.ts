import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Json } from '#core/json/json';
import { compileIngestionCheck } from '#core/rules/ingestion/ingestion-rules';
import { createIngestionSchema } from '#core/rules/ingestion/ingestion-schemas';
import { sampleArguments } from '#core/telemetry/draft';
import type { Finding } from '#core/telemetry/findings';
import { dataIndexOf, type EventKind, eventKinds } from '#core/telemetry/kinds';
import * as z from '#core/util/zod';
import { pathsIn, replaceAt } from '#tests/fuzz/near-event';
import { eventOf } from '../../telemetry/sample-events';

const anyValue = fc.oneof(
  fc.constantFrom<(Json | undefined)[]>(undefined, null, '', 'x', '3.0', -2, -1, 0, 1.5, true, [], {}, [null], [{}]),
  fc.constantFrom<Json[]>([{ id: 'a', type: 'b' }], [{ id: 7, extra: 1 }, 'x'], { id: 'a', ver: '1', type: 'c', a: 1 }),
);
const names = [
  'id',
  'type',
  'ver',
  'extra',
  'items',
  'target',
  'plugin',
  'cdata',
  'visits',
  '__proto__',
  'constructor',
];
const anyChange = fc.record({
  pathIndex: fc.nat(),
  value: anyValue,
  /** The name of a field beside the path that is set instead, or null. */
  name: fc.option(fc.constantFrom(...names)),
});

/** Generates an event with up to four changes, as `JSON.parse` returns it. */
const anyChangedEvent = fc
  .tuple(fc.constantFrom(...eventKinds), fc.array(anyChange, { maxLength: 4 }))
  .map(([kind, changes]) => {
    let event: Json = fullEvent(kind);
    for (const { pathIndex, value, name } of changes) {
      const paths = [[], ...pathsIn(event)];
      const path = paths[pathIndex % paths.length] ?? [];
      event = replaceAt(event, name === null ? path : [...path.slice(0, -1), name], value);
    }
    return { kind, event };
  });

it('the compiled ingestion check has the same findings as zod with the same schema, in the same order', () => {
  let [validEvents, invalidEvents] = [0, 0];
  const checks = new Map(eventKinds.map((kind) => [kind, compileIngestionCheck(createIngestionSchema(kind))]));
  fc.assert(
    fc.property(anyChangedEvent, ({ kind, event }) => {
      const findings = checks.get(kind)?.(event).map(formatFinding);
      const parsed = z.safeParse(createIngestionSchema(kind), event, { reportInput: true });
      expect(findings).toEqual(parsed.success ? [] : formatIssues(parsed.error.issues));
      if (parsed.success) validEvents += 1;
      else invalidEvents += 1;
    }),
    { numRuns: 1_500, seed: 22 },
  );
  expect(validEvents).toBeGreaterThan(100);
  expect(invalidEvents).toBeGreaterThan(500);
});

function fullEvent(kind: EventKind): Json {
  const data = sampleArguments(kind)[dataIndexOf(kind)] ?? {};
  return eventOf(kind, data, {
    object: { id: 'do_1', type: 'Content', ver: '1', rollup: { l1: 'do_2' } },
    tags: ['a'],
  });
}

function formatFinding({ code, path }: Finding): string {
  return `${code} ${path.join('.')}`;
}

const codes: Partial<Record<z.core.$ZodIssue['code'], Finding['code']>> = {
  too_small: 'out-of-range',
  invalid_value: 'not-in-list',
};

/** Formats the first issue of each path, because zod also reports an array in place of a string as too short. */
function formatIssues(issues: readonly z.core.$ZodIssue[]): readonly string[] {
  const issuePaths = issues.map(({ code, path }) => (code === 'unrecognized_keys' ? null : path.join('.')));
  return issues
    .filter((_, index) => issuePaths[index] === null || issuePaths.indexOf(issuePaths[index] ?? null) === index)
    .flatMap(formatIssue);
}

/**
 * Formats an issue as the findings of the compiled check.
 * Zod reports an absent field as a wrong type or value, and all unknown keys of an object as one issue.
 */
function formatIssue(issue: z.core.$ZodIssue): readonly string[] {
  const path = issue.path.join('.');
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => `unknown-field ${[...issue.path, key].join('.')}`);
  if ((issue.code === 'invalid_type' || issue.code === 'invalid_value') && issue.input === undefined)
    return [`missing ${path}`];
  return [`${codes[issue.code] ?? 'wrong-type'} ${path}`];
}
