import { screen, waitFor } from '@testing-library/preact';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { t } from '#tests/drivers/texts';
import { openPanel } from '../open-panel';

it('all samples are listed again when too few are left for a search', async () => {
  const { app, compose } = openPanel();
  await compose.loaded;
  for (const name of ['one', 'two', 'three', 'four', 'five', 'six'])
    compose.samples.save({ name, tags: [], kind: 'log', draft: { data: {} } });
  app.view.value = 'compose';
  await userEvent.type(await screen.findByRole('textbox', { name: t('samples.search') }), 'one');
  await waitFor(() => expect(screen.queryByText('two')).toBeNull());
  for (const { id, name } of compose.samples.list.value) if (name !== 'two') compose.samples.drop(id);
  await screen.findByText('two');
  expect(screen.queryByRole('textbox', { name: t('samples.search') })).toBeNull();
});
