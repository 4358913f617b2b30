import { act, screen, waitFor, within } from '@testing-library/preact';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import '#components/panel/event-list/grid/RuleSetIcons.tsx';
import { judgesStore } from '#components/panel/event-list/judging/judges.ts';
import { rulesSetting } from '#components/panel/event-list/judging/rules-setting.ts';
import { withRuleSet } from '#core/rules/rule-settings';
import { t } from '#tests/drivers/texts';
import { recordWithClickType } from '#tests/fixtures/clicked-record';
import { callOf, recordOf } from '#tests/fixtures/records';
import { openPanel } from '../open-panel';

async function openWithEvents() {
  const panel = openPanel();
  const ruleSettings = panel.stores.get(rulesSetting);
  await panel.stores.get(judgesStore).load();
  await act(() =>
    panel.live.records.apply([recordWithClickType(1), recordOf(2, { call: callOf(), event: null }).observed]),
  );
  return { ...panel, ruleSettings, user: userEvent.setup() };
}

const iconColumnHeader = () => screen.queryByRole('button', { name: t('list.ruleSets') });
const status = (ruleSet: 'definition' | 'envelope' | 'ingestion', state: 'valid' | 'error' | 'unchecked') =>
  t(`list.ruleSetStatus.${state}`, { ruleSet: t(`ruleSets.name.${ruleSet}`) });

it('an icon for each rule set is shown once a rule set other than the default ones is turned on', async () => {
  const { ruleSettings } = await openWithEvents();
  expect(iconColumnHeader()).toBeNull();
  await act(() => ruleSettings.set(withRuleSet(ruleSettings.peek(), 'ingestion', true)));
  await waitFor(() => expect(iconColumnHeader()).not.toBeNull());
  const grid = within(screen.getByRole('grid'));
  const icons = () => grid.getAllByRole('img').map((image) => image.getAttribute('aria-label') ?? '');
  await waitFor(() => expect(icons()[0]).toContain(status('ingestion', 'valid')));
  expect(icons()[0]).toContain(status('definition', 'error'));
  // The pipeline does not check a call without an event.
  expect(icons()[1]).toContain(status('ingestion', 'unchecked'));
});

it('the icons of rule sets are shown or hidden as the user selected, whichever rule sets are on', async () => {
  const { ruleSettings, user } = await openWithEvents();
  const toggle = async () => {
    await user.pointer({ keys: '[MouseRight]', target: screen.getByRole('button', { name: t('list.verdict') }) });
    await user.click(await screen.findByRole('menuitemcheckbox', { name: t('list.ruleSets') }));
  };
  await toggle();
  expect(iconColumnHeader()).not.toBeNull();
  await toggle();
  await act(() => ruleSettings.set(withRuleSet(ruleSettings.peek(), 'ingestion', true)));
  await waitFor(() => expect(ruleSettings.peek().on.ingestion).toBe(true));
  expect(iconColumnHeader()).toBeNull();
});
