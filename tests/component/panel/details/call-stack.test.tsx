import { screen } from '@testing-library/preact';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { callStackSetting } from '#components/panel/app/call-stacks.ts';
import type { StackFrame } from '#core/journey/record';
import { t } from '#tests/drivers/texts';
import { waitFor } from '#tests/drivers/wait-for';
import { callOf, findingOf, recordOf } from '#tests/fixtures/records';
import { openPanel } from '../open-panel';

const play = { name: 'pressPlay', url: 'http://localhost:4173/player.js?v=2', line: 12, column: 5 };
const start = { name: '', url: 'http://localhost:4173/lesson', line: 40, column: 3 };

/** Opens the details of an invalid event on a tab. */
async function openDetails(tab: RegExp, stack?: readonly StackFrame[], onOpenSource = vi.fn(async () => true)) {
  const panel = openPanel({ onOpenSource });
  const call = callOf(stack ? { stack } : {});
  panel.live.records.apply([recordOf(1, { call, findings: [findingOf()], verdict: 'invalid' })]);
  panel.live.selection.open(1);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('tab', { name: tab }));
  return { ...panel, user, onOpenSource };
}

it('a finding links to the calling code', async () => {
  const { user, onOpenSource } = await openDetails(/Findings/, [play, start]);
  await user.click(await screen.findByRole('button', { name: 'player.js:12' }));
  expect(onOpenSource).toHaveBeenCalledExactlyOnceWith(play);
});

it('the journey lists the calling functions, the innermost first', async () => {
  await openDetails(/Journey/, [play, start]);
  const list = await screen.findByRole('region', { name: t('callStack.calledFrom') });
  const items = [...list.querySelectorAll('li')].map(({ textContent }) => textContent);
  expect(items).toEqual(['pressPlayplayer.js:12', `${t('callStack.anonymous')}lesson:40`]);
});

it('the calling code is copied with line and column if DevTools cannot open it', async () => {
  const { user, actions } = await openDetails(
    /Findings/,
    [play],
    vi.fn(async () => false),
  );
  await user.click(await screen.findByRole('button', { name: 'player.js:12' }));
  await waitFor(() => expect(actions.onCopy).toHaveBeenCalledWith(`${play.url}:12:5`));
});

it('call stacks are recorded from the next page load after the user turns them on', async () => {
  const { user, actions, stores } = await openDetails(/Journey/);
  expect(stores.get(callStackSetting).value).toBe(false);
  await user.click(await screen.findByRole('button', { name: t('callStack.record') }));
  expect(stores.get(callStackSetting).value).toBe(true);
  await user.click(await screen.findByRole('button', { name: t('empty.reload') }));
  expect(actions.onReload).toHaveBeenCalledOnce();
  expect(screen.queryByRole('button', { name: t('callStack.record') })).toBeNull();
});
