import { expect, it } from 'vitest';
import { ingestionOutcome } from '#core/negative-tests/ingestion-outcome';
import { compareFindings } from '#core/negative-tests/outcomes';
import { violationsOf } from '#core/negative-tests/violations-of';
import { defaultPipelineSettings } from '#core/pipeline/pipeline-settings';
import { noPolicy } from '#core/report/finding-policy';
import { createSchemaCheck } from '#core/rules/ingestion/ingestion-rules';
import { eventOf, findingOf, recordOf } from '#tests/fixtures/records';

const [violation] = violationsOf('interact').filter(({ part }) => part === 'definition');
if (violation === undefined) throw new Error('There is no violation.');

it('a violation can’t be compared with its prediction if the rule set that detects it is disabled', () => {
  const record = recordOf(1);
  const ruleOff = { status: 'not-checkable', reason: 'rule-off' };
  expect(compareFindings(violation, record, { ruleSetIds: ['envelope'], policy: noPolicy })).toEqual(ruleOff);
  const ruleSetOptions = { ruleSetIds: ['definition'] } as const;
  expect(compareFindings(violation, record, { ...ruleSetOptions, policy: noPolicy }).status).toBe('different');
  const severities = Object.fromEntries(violation.expected.map(({ code }) => [code, 'off' as const]));
  expect(compareFindings(violation, record, { ...ruleSetOptions, policy: { severities } })).toEqual(ruleOff);
});

it('a violation of the envelope can’t be compared if the rule set of the envelope is disabled, or its finding off', () => {
  const [violation] = violationsOf('interact').filter(({ part }) => part === 'envelope');
  if (violation === undefined) throw new Error('There is no violation of the envelope.');
  const ruleOff = { status: 'not-checkable', reason: 'rule-off' };
  const ofArgument = violation.expected.filter(({ ruleSet }) => ruleSet === 'definition');
  const record = recordOf(1, { findings: ofArgument.map((finding) => ({ ...findingOf(), ...finding })) });
  expect(compareFindings(violation, record, { ruleSetIds: ['definition'], policy: noPolicy })).toEqual(ruleOff);
  const policy = { severities: { envelope: 'off' } } as const;
  expect(compareFindings(violation, record, { ruleSetIds: ['definition', 'envelope'], policy })).toEqual(ruleOff);
  expect(compareFindings(violation, record)).not.toEqual(ruleOff);
});

it('a violation is as predicted if the user changed the severity of its findings or ignores them', () => {
  const expected = violation.expected.map((finding) => ({ ...findingOf(), ...finding }));
  const ruleSetOptions = { ruleSetIds: ['definition', 'envelope'] } as const;
  const ignored = recordOf(1, { ignored: expected });
  expect(compareFindings(violation, ignored, { ...ruleSetOptions, policy: noPolicy }).status).toBe('as-predicted');
  const warned = recordOf(1, { findings: expected.map((finding) => ({ ...finding, severity: 'warning' })) });
  const severities = Object.fromEntries(violation.expected.map(({ code }) => [code, 'warning' as const]));
  expect(compareFindings(violation, warned, { ...ruleSetOptions, policy: { severities } }).status).toBe('as-predicted');
});

it('the predicted fate of a violation’s event depends on the selected pipeline', () => {
  const json = { eid: 'INTERACT', mid: 'a', edata: { type: 'TOUCH', id: 'a', foo: 1 } };
  const record = recordOf(1, { event: eventOf({ json }) });
  expect(ingestionOutcome('interact', record).detection).toBe('detected');
  const settings = defaultPipelineSettings['obsrv-2'];
  expect(ingestionOutcome('interact', record, { settings, check: createSchemaCheck('obsrv-2') }).detection).toBe(
    'missed',
  );
});
