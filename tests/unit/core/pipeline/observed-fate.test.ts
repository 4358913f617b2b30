import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isJsonObject, type JsonObject, parseJson } from '#core/json/json';
import { predictFate } from '#core/pipeline/event-fate';
import { isAsObserved, readObservedFate } from '#core/pipeline/observed-fate';
import { defaultPipelineSettings } from '#core/pipeline/pipeline-settings';
import { createSchemaCheck } from '#core/rules/ingestion/ingestion-rules';
import { receiptTimeOf } from '#core/rules/receipt-time';
import { measureGrowth } from '#tests/fixtures/growth';
import { describeSharedData } from '#tests/fixtures/shared-data';

it.each<[JsonObject, string | null]>([
  [{}, null],
  [{ flags: {}, metadata: { checksum: 'x' } }, null],
  [{ flags: { ex_processed: true } }, 'extractor/passed'],
  [{ flags: { ex_processed: false }, metadata: { ex_error: 'Event size is Exceeded' } }, 'extractor/too-large'],
  [{ flags: { extractor_duplicate: true } }, 'extractor/duplicate'],
  [
    { flags: { pp_validation_processed: false }, metadata: { validation_error: '"/edata/properties/uri"' } },
    'preprocessor/invalid edata.uri',
  ],
  [
    {
      flags: { tv_processed: false },
      metadata: { tv_error: 'validation failed. fieldname: "/allOf/1/properties/edata"' },
    },
    'preprocessor/invalid edata',
  ],
  [
    { flags: { tv_processed: false }, metadata: { tv_error: 'validation failed. fieldname: "/context/cdata/0/id"' } },
    'preprocessor/invalid context.cdata.id',
  ],
  [{ metadata: { tv_error: 'validation failed. fieldname: ""' } }, 'preprocessor/invalid '],
  [
    { metadata: { validation_error: 'Schema not found: eid looks incorrect, sending to failed' } },
    'preprocessor/invalid eid',
  ],
  [{ flags: { pp_validation_processed: true, pp_duplicate: true } }, 'preprocessor/duplicate'],
  [{ flags: { pp_validation_processed: true, pp_duplicate: false } }, 'preprocessor/passed'],
  [{ flags: { pp_validation_processed: true, user_denorm: false } }, 'denormalization/passed'],
  [{ flags: { dv_processed: true, dv_duplicate: true } }, 'druid-validator/duplicate'],
  [{ flags: { dv_processed: false }, metadata: { dv_error: '"/userdata"' } }, 'druid-validator/invalid userdata'],
])('the fields that a pipeline added, %j, are read as the fate %s', (event, expected) => {
  const observed = readObservedFate(event);
  const path = observed !== null && 'path' in observed.params ? ` ${observed.params.path}` : '';
  expect(observed && `${observed.step}/${observed.reason}${path}`).toBe(expected);
});

it('the field of a long error is read in linear time', () => {
  const readFailure = (error: string) => readObservedFate({ metadata: { pp_error: error } })?.params;
  const slashes = '/'.repeat(50_000);
  expect(readFailure(`${slashes}"x`)).toEqual({ path: '' });
  expect(readFailure(`${slashes}"fieldname: "/edata/${slashes}id"  `)).toEqual({ path: 'edata.id' });
  expect(measureGrowth((size) => `${'/'.repeat(size)}"x`, readFailure, 20_000)).toBeLessThan(8);
});

const PRODUCTION = '../shared/data/production';

describeSharedData(PRODUCTION, 'production events with the fate that their pipeline recorded', () => {
  it('the fate predicted by the rules of 2019 equals the recorded fate of each event', () => {
    const check = createSchemaCheck('sunbird-2019');
    const settings = defaultPipelineSettings['sunbird-2019'];
    const events = ['refused', 'accepted'].flatMap((name) =>
      readFileSync(join(PRODUCTION, `${name}.ndjson`), 'utf8')
        .trim()
        .split('\n')
        .map((line) => parseJson(line)),
    );
    const differences = events.filter(isJsonObject).flatMap((event) => {
      const observed = readObservedFate(event);
      const { fate } = predictFate(event, { settings, check, receivedAt: receiptTimeOf(event) });
      return observed !== null && isAsObserved(observed, fate) ? [] : [{ observed, fate }];
    });
    expect(events.length).toBe(500);
    expect(differences).toEqual([]);
  });
});
