import { screen, within } from '@testing-library/preact';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { t } from '#tests/drivers/texts';
import { openPanel } from '../open-panel';

const site = (host: string, count = 1) => ({ host, url: `https://${host}/play`, count });

it('the status bar lists frames of unwatched sites, with a button for each site that requests access to it', async () => {
  const { actions, app } = openPanel();
  app.unwatchedFrames.value = [site('player.example'), site('quiz.example', 2)];
  const status = within(await screen.findByRole('contentinfo'));
  await status.findByText(t('status.framesNotWatched', 1, { host: 'player.example' }));
  status.getByText(t('status.framesNotWatched', 2, { host: 'quiz.example' }));
  const [, second] = status.getAllByRole('button', { name: t('list.watch') });
  if (!second) throw new Error('The status bar has no button for the second site.');
  vi.mocked(actions.onWatch).mockResolvedValueOnce(false);
  await userEvent.click(second);
  expect(actions.onWatch).toHaveBeenCalledWith('https://quiz.example/play');
  await screen.findByText(t('page.accessDenied', { host: 'quiz.example' }));
});
