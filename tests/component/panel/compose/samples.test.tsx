import { screen, waitFor, within } from '@testing-library/preact';
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
  for (const { id, name } of compose.samples.list.value) if (name !== 'two') compose.samples.remove(id);
  await screen.findByText('two');
  expect(screen.queryByRole('textbox', { name: t('samples.search') })).toBeNull();
});

it('an import of samples reports a file that the browser cannot read', async () => {
  const { app, compose } = openPanel();
  await compose.loaded;
  app.view.value = 'compose';
  const file = new File(['{}'], 'samples.json', { type: 'application/json' });
  file.text = () => Promise.reject(new DOMException('', 'NotReadableError'));
  await userEvent.upload(await screen.findByLabelText(t('samples.file')), file);
  const problem = t('common.unreadableFile', { name: 'samples.json' });
  await waitFor(() => expect(screen.queryByText(problem)).not.toBeNull());
});

it('a draft can be saved as a sample only with a name', async () => {
  const { app, compose } = openPanel();
  await compose.loaded;
  app.view.value = 'compose';
  await userEvent.click(await screen.findByTitle(t('samples.saveAs')));
  const dialog = within(screen.getByRole('alertdialog', { name: t('samples.saveTitle') }));
  const save = dialog.getByText(t('samples.save'), { selector: '.dialog-actions *' });
  expect(save.getAttribute('aria-disabled')).toBe('true');
  await userEvent.type(dialog.getByLabelText(t('samples.name')), ' {Enter}one');
  expect(save.getAttribute('aria-disabled')).toBeNull();
  await userEvent.click(save);
  expect(compose.samples.list.value.map(({ name }) => name)).toEqual(['one']);
});
