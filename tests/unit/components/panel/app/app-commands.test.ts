import { expect, it, vi } from 'vitest';
import { waitFor } from '#tests/drivers/wait-for';
import { createTestStores } from '#tests/fixtures/panel-stores';

type TestStores = ReturnType<typeof createTestStores>;

const toasts = ({ stores }: TestStores) => stores.app.toasts.list.value.map(({ text }) => text());

it('a copy command reports the text that it copied by its label', async () => {
  const panel = createTestStores();
  panel.stores.app.commands.copy('x', () => 'the path data.type');
  await waitFor(() => expect(toasts(panel)).toEqual(['Copied the path data.type']));
});

it('a failed copy command reports the reason', async () => {
  const panel = createTestStores({ onCopy: async () => false });
  panel.stores.app.commands.copy('x', () => 'it');
  await waitFor(() => expect(toasts(panel)).toEqual(['Couldn’t copy. Select the text and copy it manually.']));
});

it('a failed attempt to watch a site reports the reason', async () => {
  const panel = createTestStores({ onWatch: async () => false });
  panel.stores.app.watching.value = { state: 'not-watched', host: 'learn.example.org' };
  panel.stores.app.commands.watch();
  await waitFor(() => expect(toasts(panel)).toEqual(['Access to learn.example.org was denied.']));
});

it('watching a site can be resumed after it was stopped', async () => {
  const onWatch = vi.fn(async () => true);
  const panel = createTestStores({ onWatch });
  panel.stores.app.commands.stopWatching();
  await waitFor(() => expect(toasts(panel)).toHaveLength(1));
  panel.stores.app.toasts.select(panel.stores.app.toasts.list.value[0]?.id ?? 0);
  expect(onWatch).toHaveBeenCalledOnce();
});
