import { expect, it } from 'vitest';
import { defaultRuleSetNames, isDefaultRuleSet, ruleSetNames } from '#core/rules/rule-set-names';
import { isRuleSetOn, parseRuleSettings, withPipelineLimit, withRuleSet } from '#core/rules/rule-settings';

const enabledIn = (stored: unknown) => ruleSetNames.filter((id) => isRuleSetOn(parseRuleSettings(stored), id));

it('all default rule sets are enabled until the user changes one', () => {
  expect(enabledIn(undefined)).toEqual(defaultRuleSetNames);
  expect(isDefaultRuleSet('ingestion')).toBe(false);
});

it('the rule set of user sessions is disabled until the user enables it, and the setting is restored', () => {
  const ruleSettings = parseRuleSettings(undefined);
  expect(isRuleSetOn(ruleSettings, 'user-session')).toBe(false);
  const stored: unknown = JSON.parse(JSON.stringify(withRuleSet(ruleSettings, 'user-session', true)));
  expect(isRuleSetOn(parseRuleSettings(stored), 'user-session')).toBe(true);
});

it('stored rule settings are restored', () => {
  const selected = withRuleSet(withRuleSet(parseRuleSettings(null), 'ingestion', true), 'definition', false);
  const stored: unknown = JSON.parse(JSON.stringify({ ...selected, pipeline: 'sunbird-2019' }));
  expect(enabledIn(stored)).toEqual(['envelope', 'privacy', 'ingestion', 'hints']);
  expect(parseRuleSettings(stored).pipeline).toBe('sunbird-2019');
});

it.each([
  ['a text', 'ingestion'],
  ['a list', ['ingestion']],
  ['a rule set that is unknown', { on: { unknown: true }, pipeline: 'sunbird-5.0' }],
  ['a switch that is not a boolean', { on: { ingestion: 'yes' }, pipeline: 'sunbird-5.0' }],
])('damaged stored rule settings are ignored: %s', (_, stored) => {
  expect(parseRuleSettings(stored)).toEqual(parseRuleSettings(undefined));
});

it('an unknown pipeline is replaced by the default, and the rule settings are restored', () => {
  const stored = { on: { ingestion: true }, pipeline: 'sunbird-9' };
  expect(parseRuleSettings(stored)).toMatchObject({ on: { ingestion: true }, pipeline: 'sunbird-5.0' });
});

it('changed limits of the pipeline are restored from storage, and can be reset one by one', () => {
  const withSizeLimit = withPipelineLimit(parseRuleSettings(null), 'maxEventBytes', 2048);
  const selected = withPipelineLimit(withSizeLimit, 'maxAgeMonths', null);
  const stored = parseRuleSettings(JSON.parse(JSON.stringify(selected)));
  expect(stored.pipelineSettings).toEqual({ maxEventBytes: 2048, maxAgeMonths: null });
  expect(withPipelineLimit(stored, 'maxEventBytes', undefined).pipelineSettings).toEqual({ maxAgeMonths: null });
  expect(parseRuleSettings({ ...selected, pipelineSettings: { maxEventBytes: 0 } }).pipelineSettings).toEqual({});
});
