import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { runInNewContext } from 'node:vm';
import Ajv from 'ajv';
import { describe, expect, it } from 'vitest';
import { argumentsOf } from '#components/panel/negative-tests/negative-test-runner.ts';
import { buildEvent } from '#core/drafts/post-body';
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '#core/json/json';
import { deriveNegativeTests } from '#core/negative-tests/derive-negative-tests';
import { findingText } from '#core/report/english-findings';
import { ingestionRules } from '#core/rules/ingestion/ingestion-rules';
import { copySample } from '#core/telemetry/draft';
import { type EventKind, eventKinds } from '#core/telemetry/kinds';

const options: JsonObject = { context: { channel: 'in.ekstep', env: 'home', pdata: { id: 'portal' } } };

/** Returns the event that a page would send for a draft. */
function eventOf(kind: EventKind, draft: JsonObject): JsonObject {
  const ids = { mid: `${kind}:1`, ets: 1_700_000_000_000, msgid: '1' };
  return buildEvent({ kind, args: argumentsOf({ kind, draft: { options, ...draft } }), ids, hasManualCdata: false });
}

const check = (json: Json) => ingestionRules.check({ type: 'event', json });
const textsOf = (event: Json) => check(event).map((finding) => findingText(finding));

/** Loads the pipeline's schemas from SDK 1.3.0, which contains them for its option `enableValidation`. */
function loadSdkSchemas(): Ajv {
  const file = createRequire(import.meta.url).resolve('sdk-1.3.0/index.js');
  const [, list = '[]'] = /^var telemetrySchema = (\[.*\]);?\s*$/m.exec(readFileSync(file, 'utf8')) ?? [];
  const schemas: Json = JSON.parse(JSON.stringify(runInNewContext(list)));
  const ajv = new Ajv({ strict: false, validateFormats: false, logger: false });
  for (const schema of isJsonArray(schemas) ? schemas : []) {
    if (isJsonObject(schema)) ajv.addSchema(withoutInnerIds(schema), String(schema.$id));
  }
  return ajv;
}

/** Removes the ids of inner schemas, because newer validators reject an id that occurs in several schemas. */
function withoutInnerIds(schema: JsonObject): JsonObject {
  const entries = Object.entries(schema).filter(([name, value]) => name !== '$id' || typeof value !== 'string');
  return Object.fromEntries(entries.map(([name, value]) => [name, withoutIds(value)]));
}

function withoutIds(value: Json): Json {
  if (isJsonArray(value)) return value.map(withoutIds);
  return isJsonObject(value) ? withoutInnerIds(value) : value;
}

describe('the pipeline schemas', () => {
  const ajv = loadSdkSchemas();
  const kindsWithSchema = eventKinds.filter((kind) => ajv.getSchema(`http://api.ekstep.org/telemetry/${kind}`));

  it('ingestion agrees with the schemas in SDK 1.3.0 on every negative test, except for a later field of feedback', () => {
    expect(kindsWithSchema).toHaveLength(16);
    const disagreements = kindsWithSchema.flatMap((kind) => {
      const validate = ajv.getSchema(`http://api.ekstep.org/telemetry/${kind}`);
      const drafts = [copySample(kind), ...deriveNegativeTests(kind).map(({ draft }) => draft)];
      return drafts.flatMap((draft) => {
        const event = eventOf(kind, draft);
        const texts = textsOf(event);
        const isAccepted = validate?.(event) === true;
        return isAccepted === (texts.length === 0) ? [] : [{ kind, texts, schema: ajv.errorsText(validate?.errors) }];
      });
    });
    // The pipeline's schema has a later field `comments`, which the schema in this SDK does not allow.
    expect(disagreements).toEqual([
      { kind: 'feedback', texts: [], schema: 'data/edata must NOT have additional properties' },
    ]);
  });

  it('a finding of ingestion has the path of the field', () => {
    const impression = eventOf('impression', { data: { type: 'view', pageid: 5, extra: 1 } });
    expect(textsOf(impression)).toEqual([
      'edata.pageid must be of type string; got 5.',
      'edata.uri is required.',
      'edata.extra is not allowed.',
    ]);
    expect(textsOf({ ...eventOf('log', copySample('log')), mid: '', ver: '2.2' })).toEqual([
      'ver must be one of the values in its list.',
      'mid is empty or too small.',
    ]);
  });

  it.each([null, 7, { l1: null }, { l1: 7 }])('ingestion has no finding at context.rollup: %j', (rollup) => {
    const context = { channel: 'in.ekstep', env: 'home', pdata: { id: 'portal' }, rollup };
    const event = { ...eventOf('log', copySample('log')), context };
    expect(textsOf(event)).toEqual([]);
    expect(textsOf({ ...event, object: { id: 'do_1', rollup: { l1: null } } })).toEqual([
      'object.rollup.l1 must be of type string; got null.',
    ]);
  });

  it('ingestion reports JSON text in place of an array', () => {
    const event = eventOf('log', { data: { type: 'api', level: 'INFO', message: 'x', params: '[]' } });
    expect(textsOf(event)).toEqual([
      'edata.params must be of type array; got "[]", which is JSON text: send the array itself.',
    ]);
  });

  it('ingestion reports an event of an unknown kind, and an event above 1 MiB', () => {
    expect(textsOf({ eid: 'INTERACTS' })).toEqual(['eid must be an event type that the pipeline knows.']);
    const large = eventOf('log', { data: { type: 'api', level: 'INFO', message: 'x'.repeat(1024 * 1024) } });
    expect(textsOf(large)).toEqual(['The event must be at most 1 MiB.']);
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
