import { expect, it } from 'vitest';
import { isRuleSetOn, parseRuleChoice, withPipelineNumber, withRuleSet } from '#core/rules/rule-choice';
import { defaultRuleSetNames, isDefaultRuleSet, ruleSetNames } from '#core/rules/rule-set-names';

const onIn = (stored: unknown) => ruleSetNames.filter((id) => isRuleSetOn(parseRuleChoice(stored), id));

it('all default rule sets are enabled until the user makes a choice', () => {
  expect(onIn(undefined)).toEqual(defaultRuleSetNames);
  expect(isDefaultRuleSet('ingestion')).toBe(false);
});

it('the rule set of user sessions is disabled until the user enables it, and the choice is restored', () => {
  const choice = parseRuleChoice(undefined);
  expect(isRuleSetOn(choice, 'user-session')).toBe(false);
  const stored: unknown = JSON.parse(JSON.stringify(withRuleSet(choice, 'user-session', true)));
  expect(isRuleSetOn(parseRuleChoice(stored), 'user-session')).toBe(true);
});

it('a stored choice of rule sets is restored', () => {
  const chosen = withRuleSet(withRuleSet(parseRuleChoice(null), 'ingestion', true), 'definition', false);
  const stored: unknown = JSON.parse(JSON.stringify({ ...chosen, pipeline: 'sunbird-2019' }));
  expect(onIn(stored)).toEqual(['envelope', 'privacy', 'ingestion', 'hints']);
  expect(parseRuleChoice(stored).pipeline).toBe('sunbird-2019');
});

it.each([
  ['a text', 'ingestion'],
  ['a list', ['ingestion']],
  ['a rule set that is unknown', { on: { unknown: true }, pipeline: 'sunbird-5.0' }],
  ['a switch that is not a boolean', { on: { ingestion: 'yes' }, pipeline: 'sunbird-5.0' }],
])('a damaged stored choice is ignored: %s', (_, stored) => {
  expect(parseRuleChoice(stored)).toEqual(parseRuleChoice(undefined));
});

it('an unknown pipeline is replaced by the default, and the choice of rule sets is restored', () => {
  const stored = { on: { ingestion: true }, pipeline: 'sunbird-9' };
  expect(parseRuleChoice(stored)).toMatchObject({ on: { ingestion: true }, pipeline: 'sunbird-5.0' });
});

it('changed limits of the pipeline are restored from storage, and can be reset one by one', () => {
  const sized = withPipelineNumber(parseRuleChoice(null), 'maxEventBytes', 2048);
  const chosen = withPipelineNumber(sized, 'maxAgeMonths', null);
  const stored = parseRuleChoice(JSON.parse(JSON.stringify(chosen)));
  expect(stored.pipelineSettings).toEqual({ maxEventBytes: 2048, maxAgeMonths: null });
  expect(withPipelineNumber(stored, 'maxEventBytes', undefined).pipelineSettings).toEqual({ maxAgeMonths: null });
  expect(parseRuleChoice({ ...chosen, pipelineSettings: { maxEventBytes: 0 } }).pipelineSettings).toEqual({});
});
