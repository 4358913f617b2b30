import { act, screen, waitFor, within } from '@testing-library/preact';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import '#components/panel/event-list/grid/RuleSetMarks.tsx';
import { ruleChoiceSetting } from '#components/panel/event-list/judging/chosen-rule-sets.ts';
import { judgesStore } from '#components/panel/event-list/judging/judges.ts';
import { withRuleSet } from '#core/rules/rule-choice';
import { t } from '#tests/drivers/texts';
import { clickedRecord } from '#tests/fixtures/clicked-record';
import { callOf, recordOf } from '#tests/fixtures/records';
import { openPanel } from '../open-panel';

async function openWithEvents() {
  const panel = openPanel();
  const choice = panel.stores.get(ruleChoiceSetting);
  await panel.stores.get(judgesStore).load();
  await act(() => panel.live.records.apply([clickedRecord(1), recordOf(2, { call: callOf(), event: null }).observed]));
  return { ...panel, choice, user: userEvent.setup() };
}

const head = () => screen.queryByRole('button', { name: t('list.ruleSets') });
const mark = (ruleSet: 'definition' | 'envelope' | 'ingestion', state: 'valid' | 'error' | 'unchecked') =>
  t(`list.mark.${state}`, { ruleSet: t(`ruleSets.name.${ruleSet}`) });

it('a mark for each rule set is shown once a rule set other than the default ones is turned on', async () => {
  const { choice } = await openWithEvents();
  expect(head()).toBeNull();
  await act(() => choice.set(withRuleSet(choice.peek(), 'ingestion', true)));
  await waitFor(() => expect(head()).not.toBeNull());
  const grid = within(screen.getByRole('grid'));
  const marks = () => grid.getAllByRole('img').map((image) => image.getAttribute('aria-label') ?? '');
  await waitFor(() => expect(marks()[0]).toContain(mark('ingestion', 'valid')));
  expect(marks()[0]).toContain(mark('definition', 'error'));
  // The pipeline does not check a call without an event.
  expect(marks()[1]).toContain(mark('ingestion', 'unchecked'));
});

it('the marks are shown or hidden as the user selected, for any rule sets', async () => {
  const { choice, user } = await openWithEvents();
  const toggle = async () => {
    await user.pointer({ keys: '[MouseRight]', target: screen.getByRole('button', { name: t('list.verdict') }) });
    await user.click(await screen.findByRole('menuitemcheckbox', { name: t('list.ruleSets') }));
  };
  await toggle();
  expect(head()).not.toBeNull();
  await toggle();
  await act(() => choice.set(withRuleSet(choice.peek(), 'ingestion', true)));
  await waitFor(() => expect(choice.peek().on.ingestion).toBe(true));
  expect(head()).toBeNull();
});
