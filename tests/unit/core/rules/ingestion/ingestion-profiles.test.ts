import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isJsonObject, type Json, type JsonObject, parseJson, stringAt } from '#core/json/json';
import type { PipelineName } from '#core/rules/ingestion/ingestion-profiles';
import { createIngestionCheck } from '#core/rules/ingestion/ingestion-rules';
import type { Finding, RuleSet } from '#core/telemetry/findings';
import { describeSharedData } from '#tests/fixtures/shared-data';
import { eventOf } from '../../telemetry/sample-events';

const PRODUCTION = '../shared/data/production';

function readEvents(name: string): readonly JsonObject[] {
  const lines = readFileSync(join(PRODUCTION, name), 'utf8').trim().split('\n');
  return lines.map((line) => parseJson(line)).filter(isJsonObject);
}

/** Returns the fields in the pipeline's pointer into its schemas, such as `edata` in `/allOf/1/properties/edata`. */
function fieldsOfPointer(event: Json): readonly string[] {
  const error = stringAt(event, ['metadata', 'tv_error']) ?? '';
  const [, pointer = ''] = /"([^"]*)"/.exec(error) ?? [];
  return pointer.split('/').filter((step) => !/^(|\d+|allOf|properties|items)$/.test(step));
}

describeSharedData(PRODUCTION, 'production events with the verdict of their pipeline', () => {
  it.each([
    ['sunbird-5.0', 228],
    ['sunbird-2019', 250],
  ] as const)(
    '%s rejects %i of the rejected events, at the field in the pipeline’s error, and no accepted event',
    (pipeline, count) => {
      const check = createIngestionCheck(pipeline);
      const rejected = readEvents('refused.ndjson').filter((event) => check(event).length > 0);
      expect(rejected.length).toBe(count);
      const rejectedElsewhere = rejected.filter((event) => {
        const fields = fieldsOfPointer(event).join('.');
        const paths = check(event).map(({ path }) => path.filter((step) => typeof step === 'string').join('.'));
        return !paths.some((path) => fields === '' || `.${path}.`.includes(`.${fields}.`));
      });
      expect(rejectedElsewhere.map((event) => [event.metadata, check(event)])).toEqual([]);
      expect(readEvents('accepted.ndjson').filter((event) => check(event).length > 0)).toEqual([]);
    },
  );
});

const assessWithType = { item: { id: 'q1', type: 'mcq' }, pass: 'Yes', score: 1, resvalues: [], duration: 2 };

it.each<[string, PipelineName, JsonObject, readonly string[]]>([
  ['a question with a type', 'sunbird-2019', {}, ['unknown-field edata.item.type']],
  ['the version 3.1', 'sunbird-2019', { ver: '3.1' }, []],
  ['an unknown eid', 'sunbird-2019', { eid: 'ASSESSED' }, []],
  ['a version that is not a string', 'sunbird-2019', { ver: 3, edata: {} }, ['not-in-list ver']],
  ['a question with a type', 'sunbird-5.0', {}, []],
  ['the version 2.2', 'sunbird-5.0', { ver: '2.2' }, ['not-in-list ver']],
  ['an unknown eid', 'sunbird-5.0', { eid: 'ASSESSED' }, ['not-in-list eid']],
  ['an unknown eid', 'obsrv-2', { eid: 'ASSESSED', mid: 5 }, []],
  ['more than 1 MiB', 'obsrv-2', { edata: { text: 'x'.repeat(1024 * 1024) } }, ['out-of-range ']],
])('an ASSESS with %s is checked by the rules of %s', (_, pipeline, fields, firstFinding) => {
  const event = { ...(eventOf('assess', assessWithType) as JsonObject), ...fields };
  const findings = createIngestionCheck(pipeline)(event);
  expect(findings.slice(0, 1).map(({ code, path }) => `${code} ${path.join('.')}`)).toEqual(firstFinding);
});

it('the schemas of a data set replace the schemas of the pipeline, and the size limit still applies', () => {
  const missing: Finding = {
    ruleSet: 'schema:team',
    severity: 'error',
    code: 'missing',
    path: ['mid'],
    params: { reason: 'ingestion-missing' },
  };
  const ownRuleSet: RuleSet = {
    id: 'schema:team',
    check: (subject) => (subject.type === 'event' && stringAt(subject.json, ['mid']) === null ? [missing] : []),
  };
  const check = createIngestionCheck('obsrv-2', { ownSchemas: [ownRuleSet] });
  expect(check({ eid: 'ANY' }).map(({ path }) => path)).toEqual([['mid']]);
  expect(check({ eid: 'ANY', mid: 'x' })).toEqual([]);
  expect(check({ eid: 'x'.repeat(1024 * 1024) }).map(({ code }) => code)).toEqual(['out-of-range']);
});
