import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { runInNewContext } from 'node:vm';
import Ajv from 'ajv';
import { describe, expect, it } from 'vitest';
import { messageText } from '#components/i18n/message-text.ts';
import { argumentsOf } from '#components/panel/negative-tests/violation-runner.ts';
import { eventOfDraft } from '#core/drafts/post-body';
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '#core/json/json';
import { sampleOf, violationsOf } from '#core/negative-tests/violations-of';
import { checkIngestion } from '#core/rules/ingestion/ingestion-check';
import { faultWords } from '#core/rules/ingestion/ingestion-messages';
import { type EventKind, eventKinds } from '#core/telemetry/kinds';

const options: JsonObject = { context: { channel: 'in.ekstep', env: 'home', pdata: { id: 'portal' } } };

/** The event that a page would send for a draft. */
function eventOf(kind: EventKind, draft: JsonObject): JsonObject {
  const stamp = { mid: `${kind}:1`, ets: 1_700_000_000_000, msgid: '1' };
  return eventOfDraft({ kind, args: argumentsOf({ kind, draft: { options, ...draft } }), stamp, isMarked: false });
}

/** SDK 1.3.0 carries the pipeline's schemas with it, for its own `enableValidation`. */
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

/** The same id stands in many of them, which newer validators refuse. */
function withoutInnerIds(schema: JsonObject): JsonObject {
  const entries = Object.entries(schema).filter(([name, value]) => name !== '$id' || typeof value !== 'string');
  return Object.fromEntries(entries.map(([name, value]) => [name, inner(value)]));
}

function inner(value: Json): Json {
  if (isJsonArray(value)) return value.map(inner);
  return isJsonObject(value) ? withoutInnerIds(value) : value;
}

describe('what ingestion would say', () => {
  const ajv = sdkSchemas();
  const known = eventKinds.filter((kind) => ajv.getSchema(`http://api.ekstep.org/telemetry/${kind}`));

  it('is what the schemas say that SDK 1.3.0 carries, for every violation; only feedback has got a field since', () => {
    expect(eventKinds.filter((kind) => !known.includes(kind))).toEqual(['metrics']);
    const otherwise = known.flatMap((kind) => {
      const validate = ajv.getSchema(`http://api.ekstep.org/telemetry/${kind}`);
      const drafts = [sampleOf(kind), ...violationsOf(kind).map(({ draft }) => draft)];
      return drafts.flatMap((draft) => {
        const event = eventOf(kind, draft);
        const words = checkIngestion(event).map((fault) => messageText(faultWords(fault)));
        const isTaken = validate?.(event) === true;
        return isTaken === (words.length === 0) ? [] : [{ kind, words, schema: ajv.errorsText(validate?.errors) }];
      });
    });
    // `comments` are in the pipeline's schema, not yet in that of this SDK.
    expect(otherwise).toEqual([
      { kind: 'feedback', words: [], schema: 'data/edata must NOT have additional properties' },
    ]);
  });

  it('is in words that name the place', () => {
    const said = (kind: EventKind, draft: JsonObject) =>
      checkIngestion(eventOf(kind, draft)).map((fault) => messageText(faultWords(fault)));
    expect(said('impression', { data: { type: 'view', pageid: 5, extra: 1 } })).toEqual([
      'edata.pageid is not of type string',
      'edata.uri is missing',
      'edata.extra is not allowed',
    ]);
    expect(
      checkIngestion({ ...eventOf('log', sampleOf('log')), mid: '', ver: '2.2' }).map((fault) =>
        messageText(faultWords(fault)),
      ),
    ).toEqual(['ver has a value that is not in its list', 'mid is too small or empty']);
  });

  it('of an event of no kind, or of more than 1 MiB, is that', () => {
    expect(checkIngestion({ eid: 'INTERACTS' }).map((fault) => messageText(faultWords(fault)))).toEqual([
      'eid is not known',
    ]);
    const large = eventOf('log', { data: { type: 'api', level: 'INFO', message: 'x'.repeat(1024 * 1024) } });
    expect(checkIngestion(large).map((fault) => messageText(faultWords(fault)))).toEqual([
      'the event has more than 1 MiB',
    ]);
  });
});
