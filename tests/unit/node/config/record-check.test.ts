import { expect, it } from 'vitest';
import { baselineEntry, baselineKey, baselineSubject } from '#core/report/baseline';
import type { JudgedRecord } from '#core/stream/judged-record';
import { noConfig, readConfig } from '#node/config/read-config';
import { createRecordCheck } from '#node/config/record-check';
import { callOf, eventOf, findingOf, recordOf } from '#tests/fixtures/records';

const edata = { type: 'click', id: 'next', pageid: 'home' };
const invalidRecord = recordOf(1, {
  verdict: 'invalid',
  call: callOf({ args: [edata] }),
  event: eventOf({ json: { eid: 'INTERACT', mid: '1', edata } }),
  findings: [findingOf()],
});

const checkOf = (config: unknown, knownKeys?: ReadonlySet<string>) => {
  const read = readConfig(config, 'telemetry-v3.config.mjs');
  if (!read.ok) throw new Error(read.failure);
  return createRecordCheck(read.value, knownKeys);
};
const checkRecord = (config: unknown, record: JudgedRecord = invalidRecord) => {
  const { verdict, findings } = checkOf(config).apply(record);
  return {
    verdict,
    summaries: findings.map(({ ruleSet, severity, path }) => `${ruleSet} ${severity} ${path.join('.')}`),
  };
};

it('findings in a call have their paths in the event', () => {
  expect(checkRecord({})).toEqual({ verdict: 'invalid', summaries: ['definition error edata.type'] });
  expect(checkRecord({}, { ...invalidRecord, event: null }).summaries).toEqual(['definition error data.type']);
  const valid = recordOf(2);
  expect(createRecordCheck(noConfig).apply(valid)).toBe(valid);
});

it('a configuration can set severities, ignore findings, and select rule sets and custom rules', () => {
  expect(checkRecord({ severities: { 'not-in-list': 'warning' } })).toEqual({
    verdict: 'valid',
    summaries: ['definition warning edata.type'],
  });
  expect(checkRecord({ ignore: [{ path: 'edata.type', reason: 'x' }] })).toEqual({ verdict: 'valid', summaries: [] });
  expect(checkRecord({ rules: ['privacy'] })).toEqual({ verdict: 'valid', summaries: [] });
  expect(checkRecord({ rules: ['privacy'], customRules: { own: () => 'No.' } }).summaries).toEqual([
    'custom:own error ',
  ]);
  const configWithoutOwn = {
    rules: ['privacy'],
    customRules: { own: () => 'No.' },
    severities: { 'custom:own': 'off' },
  };
  expect(checkRecord(configWithoutOwn).summaries).toEqual([]);
});

it('findings in the baseline are omitted', () => {
  const [finding] = checkOf({}).apply(invalidRecord).findings;
  if (finding === undefined) throw new Error('There is no finding.');
  const subject = { type: 'event', json: invalidRecord.event?.json ?? null } as const;
  const known = new Set([baselineKey(baselineEntry(finding, baselineSubject('interact', subject)))]);
  expect(checkOf({}, known).apply(invalidRecord)).toMatchObject({ verdict: 'valid', findings: [] });
});

it('the severities of a configuration also apply to separately selected rule sets', () => {
  const check = checkOf({ severities: { 'not-in-list': 'off' } });
  expect(check.findingsBy(invalidRecord, ['definition'])).toEqual([]);
  expect(checkOf({}).findingsBy(invalidRecord, ['definition'])).toMatchObject([{ path: ['edata', 'type'] }]);
});
