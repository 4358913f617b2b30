import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isJsonArray, isJsonObject, type Json, type JsonPath } from '#core/json/json';
import { compileIngestionCheck } from '#core/rules/ingestion/ingestion-rules';
import { ingestionSchema } from '#core/rules/ingestion/ingestion-schemas';
import { sampleArguments } from '#core/telemetry/draft';
import type { Finding } from '#core/telemetry/findings';
import { dataIndexOf, type EventKind, eventKinds } from '#core/telemetry/kinds';
import * as z from '#core/util/zod';
import { eventOf } from '../../telemetry/sample-events';

const values = fc.oneof(
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
const change = fc.record({
  pathIndex: fc.nat(),
  value: values,
  /** The name under which the value becomes a field of its own. */
  name: fc.option(fc.constantFrom(...names)),
});

/** An event of a kind with up to four fields changed, as `JSON.parse` returns it. */
const changedEvents = fc
  .tuple(fc.constantFrom(...eventKinds), fc.array(change, { maxLength: 4 }))
  .map(([kind, changes]) => {
    let event: Json = fullEvent(kind);
    for (const { pathIndex, value, name } of changes) {
      const paths = pathsIn(event);
      const path = paths[pathIndex % paths.length] ?? [];
      event = replaceAt(event, name === null ? path : [...path.slice(0, -1), name], value);
    }
    return { kind, event };
  });

it('the compiled ingestion check has the same findings as zod with the same schema, in the same order', () => {
  let [clean, wrong] = [0, 0];
  const checks = new Map(eventKinds.map((kind) => [kind, compileIngestionCheck(ingestionSchema(kind))]));
  fc.assert(
    fc.property(changedEvents, ({ kind, event }) => {
      const found = checks.get(kind)?.(event).map(writtenFinding);
      const parsed = z.safeParse(ingestionSchema(kind), event, { reportInput: true });
      expect(found).toEqual(parsed.success ? [] : writtenIssues(parsed.error.issues));
      if (parsed.success) clean += 1;
      else wrong += 1;
    }),
    { numRuns: 1_500, seed: 22 },
  );
  expect([clean > 100, wrong > 500]).toEqual([true, true]);
});

function fullEvent(kind: EventKind): Json {
  const data = sampleArguments(kind)[dataIndexOf(kind)] ?? {};
  return eventOf(kind, data, {
    object: { id: 'do_1', type: 'Content', ver: '1', rollup: { l1: 'do_2' } },
    tags: ['a'],
  });
}

function writtenFinding({ code, path }: Finding): string {
  return `${code} ${path.join('.')}`;
}

const codes: Partial<Record<z.core.$ZodIssue['code'], Finding['code']>> = {
  too_small: 'out-of-range',
  invalid_value: 'not-in-list',
};

/** The first issue of each path: zod also reports an array in place of a string as too short. */
function writtenIssues(issues: readonly z.core.$ZodIssue[]): readonly string[] {
  const issuePaths = issues.map(({ code, path }) => (code === 'unrecognized_keys' ? null : path.join('.')));
  return issues
    .filter((_, index) => issuePaths[index] === null || issuePaths.indexOf(issuePaths[index] ?? null) === index)
    .flatMap(writtenIssue);
}

/** An absent field is a wrong type, or no value of a list, for zod; unknown keys of an object are one issue. */
function writtenIssue(issue: z.core.$ZodIssue): readonly string[] {
  const path = issue.path.join('.');
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => `unknown-field ${[...issue.path, key].join('.')}`);
  if ((issue.code === 'invalid_type' || issue.code === 'invalid_value') && issue.input === undefined)
    return [`missing ${path}`];
  return [`${codes[issue.code] ?? 'wrong-type'} ${path}`];
}

function pathsIn(value: Json, at: JsonPath = []): readonly JsonPath[] {
  const entries: readonly (readonly [string | number, Json])[] = isJsonArray(value)
    ? value.map((item, index) => [index, item] as const)
    : isJsonObject(value)
      ? Object.entries(value)
      : [];
  return [at, ...entries.flatMap(([step, item]) => pathsIn(item, [...at, step]))];
}

function replaceAt(value: Json, [step, ...rest]: JsonPath, changed: Json | undefined): Json {
  if (step === undefined) return changed ?? null;
  const inner = (held: Json | undefined) => (rest.length === 0 ? changed : replaceAt(held ?? {}, rest, changed));
  if (isJsonArray(value)) return value.map((item, index) => (index === step ? (inner(item) ?? null) : item));
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).filter(([name]) => name !== step);
  const result = inner(value[step]);
  return Object.fromEntries(result === undefined ? entries : [...entries, [String(step), result]]);
}
