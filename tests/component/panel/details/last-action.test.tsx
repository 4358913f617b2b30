import { screen, within } from '@testing-library/preact';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { userActionSetting } from '#components/panel/details/user-action/UserActionsCheckbox.tsx';
import type { UserAction } from '#core/journey/record';
import { t } from '#tests/drivers/texts';
import { callOf, recordOf } from '#tests/fixtures/records';
import { openPanel } from '../open-panel';

const click: UserAction = { type: 'click', at: 988, tag: 'button', text: 'Play', selector: '#menu button.play' };

async function openJourney(action?: UserAction) {
  const panel = openPanel();
  panel.live.records.apply([recordOf(1, { call: callOf(action ? { action } : {}) })]);
  panel.live.selection.open(1);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('tab', { name: t('detail.journey') }));
  const journey = await screen.findByRole('tabpanel');
  return { ...panel, user, step: within(journey).getByText(t('journey.called')).closest('li') };
}

it('the journey shows the user action before a call, with its type, time and the element’s text and selector', async () => {
  const { step } = await openJourney(click);
  const line = step?.querySelector('.last-action');
  expect(line?.textContent).toBe(`${t('userAction.click', { time: '12 ms' })} Play #menu button.play`);
});

it('the user action in the journey has no empty quotation marks if the element has no text', async () => {
  const { step } = await openJourney({ ...click, type: 'change', tag: 'input', text: '', selector: 'input#name' });
  expect(step?.querySelector('q')).toBeNull();
  expect(step?.textContent).toContain(t('userAction.change', { time: '12 ms' }));
});

it('the journey omits the user action if none was recorded', async () => {
  const { step } = await openJourney();
  expect(step?.querySelector('.last-action')).toBeNull();
});

it('user actions are recorded only if the settings allow it', async () => {
  const { stores, user } = await openJourney();
  expect(stores.get(userActionSetting).value).toBe(false);
  await user.click(screen.getByRole('button', { name: t('settings.title') }));
  await user.click(await screen.findByRole('checkbox', { name: t('userAction.record') }));
  expect(stores.get(userActionSetting).value).toBe(true);
});
