import { describe, expect, it, vi } from 'vitest';
import { fail, succeed } from '#core/util/result';
import { createTestStores } from '#tests/fixtures/panel-stores';

type TestStores = ReturnType<typeof createTestStores>;

const toasts = ({ stores }: TestStores) => stores.app.toasts.list.value.map(({ text }) => text);

describe('copying', () => {
  it('says what was copied', async () => {
    const it = createTestStores();
    it.stores.app.commands.copy('x', 'the path data.type');
    await vi.waitFor(() => expect(toasts(it)).toEqual(['Copied the path data.type']));
  });

  it('says why it could not', async () => {
    const it = createTestStores({ onCopy: async () => fail({ message: 'The browser did not let the panel copy.' }) });
    it.stores.app.commands.copy('x', 'it');
    await vi.waitFor(() => expect(toasts(it)).toEqual(['The browser did not let the panel copy.']));
  });
});

describe('watching', () => {
  it('that could not be had says why', async () => {
    const it = createTestStores({ onWatch: async () => fail({ message: 'learn.example.org is not watched.' }) });
    it.stores.app.commands.watch();
    await vi.waitFor(() => expect(toasts(it)).toEqual(['learn.example.org is not watched.']));
  });

  it('that was stopped can be taken up again', async () => {
    const onWatch = vi.fn(async () => succeed(null));
    const it = createTestStores({ onWatch });
    it.stores.app.commands.stopWatching();
    await vi.waitFor(() => expect(toasts(it)).toHaveLength(1));
    it.stores.app.toasts.choose(it.stores.app.toasts.list.value[0]?.id ?? 0);
    expect(onWatch).toHaveBeenCalledOnce();
  });
});
