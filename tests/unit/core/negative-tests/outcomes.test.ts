import { expect, it } from 'vitest';
import { deriveNegativeTests } from '#core/negative-tests/derive-negative-tests';
import { predictIngestionOutcome } from '#core/negative-tests/ingestion-outcome';
import { compareFindings } from '#core/negative-tests/outcomes';
import { defaultPipelineSettings } from '#core/pipeline/pipeline-settings';
import { noPolicy } from '#core/report/finding-policy';
import { createSchemaCheck } from '#core/rules/ingestion/ingestion-rules';
import { eventOf, findingOf, recordOf } from '#tests/fixtures/records';

const [negativeTest] = deriveNegativeTests('interact').filter(({ part }) => part === 'definition');
if (negativeTest === undefined) throw new Error('There is no negative test.');

it('a negative test can’t be compared with its prediction if the rule set that detects it is disabled', () => {
  const record = recordOf(1);
  const ruleOff = { status: 'not-checkable', reason: 'rule-off' };
  expect(compareFindings(negativeTest, record, { ruleSetIds: ['envelope'], policy: noPolicy })).toEqual(ruleOff);
  const ruleSetOptions = { ruleSetIds: ['definition'] } as const;
  expect(compareFindings(negativeTest, record, { ...ruleSetOptions, policy: noPolicy }).status).toBe('different');
  const severities = Object.fromEntries(negativeTest.expected.map(({ code }) => [code, 'off' as const]));
  expect(compareFindings(negativeTest, record, { ...ruleSetOptions, policy: { severities } })).toEqual(ruleOff);
});

it('a negative test of the envelope can’t be compared if the rule set of the envelope is disabled, or its finding off', () => {
  const [envelopeTest] = deriveNegativeTests('interact').filter(({ part }) => part === 'envelope');
  if (envelopeTest === undefined) throw new Error('There is no negative test of the envelope.');
  const ruleOff = { status: 'not-checkable', reason: 'rule-off' };
  const argumentFindings = envelopeTest.expected.filter(({ ruleSet }) => ruleSet === 'definition');
  const record = recordOf(1, { findings: argumentFindings.map((finding) => ({ ...findingOf(), ...finding })) });
  expect(compareFindings(envelopeTest, record, { ruleSetIds: ['definition'], policy: noPolicy })).toEqual(ruleOff);
  const policy = { severities: { envelope: 'off' } } as const;
  expect(compareFindings(envelopeTest, record, { ruleSetIds: ['definition', 'envelope'], policy })).toEqual(ruleOff);
  expect(compareFindings(envelopeTest, record)).not.toEqual(ruleOff);
});

it('a negative test is as predicted if the user changed the severity of its findings or ignores them', () => {
  const expected = negativeTest.expected.map((finding) => ({ ...findingOf(), ...finding }));
  const ruleSetOptions = { ruleSetIds: ['definition', 'envelope'] } as const;
  const recordWithIgnored = recordOf(1, { ignored: expected });
  expect(compareFindings(negativeTest, recordWithIgnored, { ...ruleSetOptions, policy: noPolicy }).status).toBe(
    'as-predicted',
  );
  const recordWithWarnings = recordOf(1, {
    findings: expected.map((finding) => ({ ...finding, severity: 'warning' })),
  });
  const severities = Object.fromEntries(negativeTest.expected.map(({ code }) => [code, 'warning' as const]));
  expect(compareFindings(negativeTest, recordWithWarnings, { ...ruleSetOptions, policy: { severities } }).status).toBe(
    'as-predicted',
  );
});

it('the predicted fate of a negative test’s event depends on the selected pipeline', () => {
  const json = { eid: 'INTERACT', mid: 'a', edata: { type: 'TOUCH', id: 'a', foo: 1 } };
  const record = recordOf(1, { event: eventOf({ json }) });
  expect(predictIngestionOutcome('interact', record).detection).toBe('detected');
  const settings = defaultPipelineSettings['obsrv-2'];
  expect(predictIngestionOutcome('interact', record, { settings, check: createSchemaCheck('obsrv-2') }).detection).toBe(
    'missed',
  );
});
