import { act, waitFor } from '@testing-library/preact';
import { expect, it } from 'vitest';
import { ruleChoiceSetting } from '#components/panel/event-list/judging/chosen-rule-sets.ts';
import { judgesStore } from '#components/panel/event-list/judging/judges.ts';
import { policySetting } from '#components/panel/event-list/judging/policy-setting.ts';
import { withRuleSet } from '#core/rules/rule-choice';
import { openPanel } from '../open-panel';

it('a draft is judged by the rule sets that are on, at once when they change', async () => {
  const { stores, composer } = openPanel();
  await stores.get(judgesStore).load();
  const choice = stores.get(ruleChoiceSetting);
  await act(() => composer.open('interact', '{"data": {"type": "CLICK", "id": "next", "foo": 1}}'));
  const found = () => {
    const reading = composer.draft.value.reading.value;
    return reading.status === 'read' ? reading.findings.map(({ ruleSet, path }) => `${ruleSet} ${path.join('.')}`) : [];
  };
  expect(found()).toContain('definition data.type');
  expect(found().some((each) => each.startsWith('ingestion'))).toBe(false);
  await act(() => choice.set(withRuleSet(withRuleSet(choice.peek(), 'ingestion', true), 'definition', false)));
  await waitFor(() => expect(found()).toEqual(['ingestion data.foo']));
  expect(composer.draft.value.errors.value).toBe(1);
});

it('a draft has the severities that the user gives to findings', async () => {
  const { stores, composer } = openPanel();
  await stores.get(judgesStore).load();
  await act(() => composer.open('interact', '{"data": {"type": "CLICK", "id": "next"}}'));
  expect(composer.draft.value.errors.value).toBe(1);
  const policy = stores.get(policySetting);
  await act(() => policy.set({ ...policy.peek(), severities: { 'definition/not-in-list': 'warning' } }));
  expect(composer.draft.value.errors.value).toBe(0);
});
