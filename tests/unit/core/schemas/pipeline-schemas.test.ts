import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv04 from 'ajv-draft-04';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isJsonArray, isJsonObject, type Json, parseJson, stringAt } from '#core/json/json';
import { importSchemas } from '#core/schemas/import-schemas';
import { describeSharedData } from '#tests/fixtures/shared-data';
import { pathsIn, replaceAt } from '#tests/fuzz/near-event';

const shared = '../shared/data';
const folder = join(shared, 'pipeline-schemas');
const PREFIX = 'resource:/schemas/telemetry/3.0/';

describeSharedData(folder, 'the original schemas of the ingestion pipeline', () => {
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((path) => ({ path, text: readFileSync(join(folder, path), 'utf8') }));
  const ajv = new Ajv04({ strict: false, validateFormats: false });
  for (const { path, text } of files) ajv.addSchema(withoutIds(JSON.parse(text)) as object, PREFIX + path);
  /** Whether an event is valid according to ajv, or `null` if the pipeline has no schema for the event. */
  const isValidByAjv = (event: Json): boolean | null => {
    const validate = ajv.getSchema(`${PREFIX}${(stringAt(event, ['eid']) ?? '').toLowerCase()}.json`);
    return validate === undefined ? null : validate(event) === true;
  };
  const imported = importSchemas('pipeline', files);
  const check = async (event: Json) => (await imported).ruleSet?.check({ type: 'event', json: event }) ?? null;

  it('each kind of event has its schema, and repeated ids are reported', async () => {
    const { schemas, problems } = await imported;
    expect(schemas).toHaveLength(17);
    expect(schemas.find(({ file }) => file === 'interact.json')).toEqual({
      file: 'interact.json',
      pointer: '',
      draft: 'draft-04',
      target: { type: 'eid', eids: ['INTERACT'] },
    });
    expect([...new Set(problems.map(({ code }) => code))].sort()).toEqual(['duplicateId', 'notUsed']);
    expect(problems.filter(({ code }) => code === 'notUsed').map(({ file }) => file)).toEqual([
      'envelope.json',
      'event.json',
    ]);
  });

  it('all shared events have the same verdicts as with ajv', async () => {
    const events = sharedEvents();
    expect(events.length).toBeGreaterThan(600);
    const counts = { valid: 0, invalid: 0 };
    for (const event of events) {
      const expected = isValidByAjv(event);
      if (expected === null) continue;
      const findings = await check(event);
      expect([findings?.length === 0, event]).toEqual([expected, event]);
      counts[expected ? 'valid' : 'invalid'] += 1;
    }
    expect(counts.valid).toBeGreaterThan(300);
    expect(counts.invalid).toBeGreaterThan(200);
  });

  it('228 of the 250 rejected events are invalid, and no accepted event is', async () => {
    const countEvents = async (name: string) => {
      const events = eventsOf(join(shared, 'production', name));
      let invalid = 0;
      for (const event of events) if (((await check(event))?.length ?? 0) > 0) invalid += 1;
      return { events: events.length, invalid };
    };
    expect(await countEvents('refused.ndjson')).toEqual({ events: 250, invalid: 228 });
    expect(await countEvents('accepted.ndjson')).toEqual({ events: 250, invalid: 0 });
  });

  it('events around every limit have the same verdicts as with ajv', async () => {
    const seeds = seedEvents().filter((event) => isValidByAjv(event) !== null);
    const anyChangedEvent = fc
      .tuple(fc.constantFrom(...seeds), fc.array(anyChange, { minLength: 1, maxLength: 4 }))
      .map(([event, changes]) => changes.reduce(changeEvent, event));
    const { ruleSet } = await imported;
    const counts = { valid: 0, invalid: 0 };
    fc.assert(
      fc.property(anyChangedEvent, (event) => {
        const expected = isValidByAjv(event);
        if (expected === null) return;
        expect(ruleSet?.check({ type: 'event', json: event }).length === 0).toBe(expected);
        counts[expected ? 'valid' : 'invalid'] += 1;
      }),
      { numRuns: 2_000, seed: 16 },
    );
    expect(Math.min(counts.valid, counts.invalid)).toBeGreaterThan(200);
  });

  function seedEvents(): readonly Json[] {
    const byKind = new Map<string, Json[]>();
    for (const event of sharedEvents()) {
      const eid = stringAt(event, ['eid']) ?? '';
      const eventsOfKind = byKind.get(eid) ?? [];
      if (eventsOfKind.length < 10) byKind.set(eid, [...eventsOfKind, event]);
    }
    return [...byKind.values()].flat();
  }
});

/** Generates values at, below and above the limits of the schemas, and of each type. */
const anyValue = fc.constantFrom<(Json | undefined)[]>(
  undefined,
  null,
  '',
  'x',
  '3.0',
  '3.1',
  '3.2',
  -2,
  -1.5,
  -1,
  0,
  1,
  1.5,
  1e21,
  true,
  [],
  {},
  ['a'],
  [1],
  [{}],
  [{ id: 'a', type: 'b' }],
  [{ id: 7, type: 'b', extra: 1 }],
  { id: 'a', ver: '1', type: 'c' },
  { id: 'a', ver: '1', type: 'c', more: 1 },
);
const anyName = fc.constantFrom(
  'id',
  'type',
  'ver',
  'extra',
  'foo',
  'visits',
  'rollup',
  '__proto__',
  'constructor',
  'toString',
);
const anyChange = fc.record({ pathIndex: fc.nat(), value: anyValue, name: fc.option(anyName) });

function changeEvent(
  event: Json,
  { pathIndex, value, name }: { pathIndex: number; value: Json | undefined; name: string | null },
): Json {
  const paths = pathsIn(event).filter(([first]) => first !== 'eid');
  const path = paths[pathIndex % paths.length] ?? [];
  return replaceAt(event, name === null ? path : [...path.slice(0, -1), name], value);
}

/** Removes the ids of schemas, because ajv throws on the ids that the pipeline repeats. */
function withoutIds(schema: Json, isMap = false): Json {
  if (isJsonArray(schema)) return schema.map((item) => withoutIds(item));
  if (!isJsonObject(schema)) return schema;
  const entries = Object.entries(schema).filter(([name, value]) => isMap || name !== 'id' || typeof value !== 'string');
  return Object.fromEntries(entries.map(([name, value]) => [name, withoutIds(value, !isMap && name === 'properties')]));
}

function sharedEvents(): readonly Json[] {
  return readdirSync(shared, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ndjson'))
    .flatMap((file) => eventsOf(join(shared, file)));
}

function eventsOf(file: string): readonly Json[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => parseJson(line))
    .filter((event) => isJsonObject(event) && typeof event.eid === 'string') as readonly Json[];
}
