import { expect, it, vi } from 'vitest';
import { waitFor } from '#tests/drivers/wait-for';
import { createTestStores } from '#tests/fixtures/panel-stores';

type TestStores = ReturnType<typeof createTestStores>;

const toasts = ({ stores }: TestStores) => stores.app.toasts.list.value.map(({ text }) => text());

it('a copy command reports the text that it copied by its label', async () => {
  const it = createTestStores();
  it.stores.app.commands.copy('x', () => 'the path data.type');
  await waitFor(() => expect(toasts(it)).toEqual(['Copied the path data.type']));
});

it('a failed copy command reports the reason', async () => {
  const it = createTestStores({ onCopy: async () => false });
  it.stores.app.commands.copy('x', () => 'it');
  await waitFor(() => expect(toasts(it)).toEqual(['Couldn’t copy. Select the text and copy it manually.']));
});

it('a failed attempt to watch a site reports the reason', async () => {
  const it = createTestStores({ onWatch: async () => false });
  it.stores.app.watching.value = { state: 'not-watched', host: 'learn.example.org' };
  it.stores.app.commands.watch();
  await waitFor(() => expect(toasts(it)).toEqual(['Access to learn.example.org was denied.']));
});

it('watching a site can be resumed after it was stopped', async () => {
  const onWatch = vi.fn(async () => true);
  const it = createTestStores({ onWatch });
  it.stores.app.commands.stopWatching();
  await waitFor(() => expect(toasts(it)).toHaveLength(1));
  it.stores.app.toasts.choose(it.stores.app.toasts.list.value[0]?.id ?? 0);
  expect(onWatch).toHaveBeenCalledOnce();
});
