import { expect, it } from 'vitest';
import { checkDraft } from '#core/drafts/check-draft';
import { checkCall, defaultRuleSets } from '#core/rules/default-rule-sets';
import { ingestionRules } from '#core/rules/ingestion/ingestion-rules';
import type { RuleSet } from '#core/telemetry/findings';
import { definitionRules } from '#core/telemetry/validate-event';
import { findingOf } from '#tests/fixtures/records';

const findingsOf = (ruleSets: readonly RuleSet[], data: object) =>
  checkDraft('interact', [{ id: 'next', ...data } as never], ruleSets).findings.map(
    ({ ruleSet, path }) => `${ruleSet} ${path.join('.')}`,
  );

it('a draft has the same findings as its call with the default rule sets', () => {
  const args = [{ type: 'SWIPE', id: 'undefined' }];
  expect(checkDraft('interact', args, defaultRuleSets)).toEqual(checkCall('interact', args));
});

it('a finding of an events-only rule set is reported at the argument of the draft', () => {
  expect(findingsOf([ingestionRules], { type: 'TOUCH', foo: 1 })).toEqual(['ingestion data.foo']);
  expect(findingsOf([definitionRules, ingestionRules], { type: 'CLICK' })).toEqual(['definition data.type']);
});

it('checkDraft omits findings in the envelope', () => {
  const teamRuleSet: RuleSet = {
    id: 'schema:team',
    scope: 'events',
    check: () => [
      findingOf({ ruleSet: 'schema:team', path: ['context', 'sid'] }),
      findingOf({ ruleSet: 'schema:team', path: ['edata', 'id'] }),
    ],
  };
  expect(findingsOf([teamRuleSet], { type: 'TOUCH' })).toEqual(['schema:team data.id']);
});
