import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { runInNewContext } from 'node:vm';
import Ajv from 'ajv';
import { describe, expect, it } from 'vitest';
import { argumentsOf } from '#components/panel/negative-tests/violation-runner.ts';
import { buildEvent } from '#core/drafts/post-body';
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '#core/json/json';
import { sampleOf, violationsOf } from '#core/negative-tests/violations-of';
import { findingText } from '#core/report/english-findings';
import { ingestionRules } from '#core/rules/ingestion/ingestion-rules';
import { type EventKind, eventKinds } from '#core/telemetry/kinds';

const options: JsonObject = { context: { channel: 'in.ekstep', env: 'home', pdata: { id: 'portal' } } };

/** The event that a page would send for a draft. */
function eventOf(kind: EventKind, draft: JsonObject): JsonObject {
  const stamp = { mid: `${kind}:1`, ets: 1_700_000_000_000, msgid: '1' };
  return buildEvent({ kind, args: argumentsOf({ kind, draft: { options, ...draft } }), stamp, hasManualCdata: false });
}

const check = (json: Json) => ingestionRules.check({ type: 'event', json });
const sentences = (event: Json) => check(event).map((finding) => findingText(finding));

/** SDK 1.3.0 contains the pipeline's schemas, for its own `enableValidation`. */
function sdkSchemas(): Ajv {
  const file = createRequire(import.meta.url).resolve('sdk-1.3.0/index.js');
  const [, list = '[]'] = /^var telemetrySchema = (\[.*\]);?\s*$/m.exec(readFileSync(file, 'utf8')) ?? [];
  const schemas: Json = JSON.parse(JSON.stringify(runInNewContext(list)));
  const ajv = new Ajv({ strict: false, validateFormats: false, logger: false });
  for (const schema of isJsonArray(schemas) ? schemas : []) {
    if (isJsonObject(schema)) ajv.addSchema(withoutInnerIds(schema), String(schema.$id));
  }
  return ajv;
}

/** Removes inner ids: the same id occurs in several schemas, which newer validators reject. */
function withoutInnerIds(schema: JsonObject): JsonObject {
  const entries = Object.entries(schema).filter(([name, value]) => name !== '$id' || typeof value !== 'string');
  return Object.fromEntries(entries.map(([name, value]) => [name, inner(value)]));
}

function inner(value: Json): Json {
  if (isJsonArray(value)) return value.map(inner);
  return isJsonObject(value) ? withoutInnerIds(value) : value;
}

describe('the pipeline schemas', () => {
  const ajv = sdkSchemas();
  const known = eventKinds.filter((kind) => ajv.getSchema(`http://api.ekstep.org/telemetry/${kind}`));

  it('ingestion agrees with the schemas in SDK 1.3.0 on every violation, except for a later field of feedback', () => {
    expect(known).toHaveLength(16);
    const otherwise = known.flatMap((kind) => {
      const validate = ajv.getSchema(`http://api.ekstep.org/telemetry/${kind}`);
      const drafts = [sampleOf(kind), ...violationsOf(kind).map(({ draft }) => draft)];
      return drafts.flatMap((draft) => {
        const event = eventOf(kind, draft);
        const words = sentences(event);
        const isTaken = validate?.(event) === true;
        return isTaken === (words.length === 0) ? [] : [{ kind, words, schema: ajv.errorsText(validate?.errors) }];
      });
    });
    // `comments` are in the pipeline's schema, not yet in that of this SDK.
    expect(otherwise).toEqual([
      { kind: 'feedback', words: [], schema: 'data/edata must NOT have additional properties' },
    ]);
  });

  it('a finding of ingestion has the path of the field', () => {
    const impression = eventOf('impression', { data: { type: 'view', pageid: 5, extra: 1 } });
    expect(sentences(impression)).toEqual([
      'edata.pageid must be of type string; got 5.',
      'edata.uri is required.',
      'edata.extra is not allowed.',
    ]);
    expect(sentences({ ...eventOf('log', sampleOf('log')), mid: '', ver: '2.2' })).toEqual([
      'ver must be one of the values in its list.',
      'mid is empty or too small.',
    ]);
  });

  it.each([null, 7, { l1: null }, { l1: 7 }])('ingestion has no finding at context.rollup: %j', (rollup) => {
    const context = { channel: 'in.ekstep', env: 'home', pdata: { id: 'portal' }, rollup };
    const event = { ...eventOf('log', sampleOf('log')), context };
    expect(sentences(event)).toEqual([]);
    expect(sentences({ ...event, object: { id: 'do_1', rollup: { l1: null } } })).toEqual([
      'object.rollup.l1 must be of type string; got null.',
    ]);
  });

  it('ingestion reports JSON text in place of an array', () => {
    const event = eventOf('log', { data: { type: 'api', level: 'INFO', message: 'x', params: '[]' } });
    expect(sentences(event)).toEqual([
      'edata.params must be of type array; got "[]", which is JSON text: send the array itself.',
    ]);
  });

  it('ingestion reports an event of an unknown kind, and an event above 1 MiB', () => {
    expect(sentences({ eid: 'INTERACTS' })).toEqual(['eid must be an event type that the pipeline knows.']);
    const large = eventOf('log', { data: { type: 'api', level: 'INFO', message: 'x'.repeat(1024 * 1024) } });
    expect(sentences(large)).toEqual(['The event must be at most 1 MiB.']);
  });

  it('a finding of ingestion has a code, a path and parameters', () => {
    expect(check(eventOf('impression', { data: { type: 'view', pageid: 5, extra: 1 } }))).toMatchObject([
      { ruleSet: 'ingestion', severity: 'error', code: 'wrong-type', path: ['edata', 'pageid'] },
      { ruleSet: 'ingestion', severity: 'error', code: 'missing', path: ['edata', 'uri'] },
      { ruleSet: 'ingestion', severity: 'error', code: 'unknown-field', path: ['edata', 'extra'] },
    ]);
    expect(ingestionRules.check({ type: 'call', method: 'impression', args: [] })).toEqual([]);
  });
});

it('ingestion lists 100 findings of an event, and counts the others', () => {
  const params = Array.from({ length: 150 }, (_, index) => index);
  const findings = check({ ...eventOf('log', {}), edata: { type: 'api', level: 'INFO', message: 'm', params } });
  expect(findings).toHaveLength(101);
  expect(findings.at(-1)).toMatchObject({ severity: 'info', params: { reason: 'unlisted-errors', errors: 50 } });
  expect(findingText(findings.at(-1) as (typeof findings)[number])).toBe('50 more errors are not listed.');
});
