import { fireEvent, screen, within } from '@testing-library/preact';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { confirmedSitesSetting } from '#components/panel/compose/compose-settings.ts';
import { t, tPattern } from '#tests/drivers/texts';
import { createActingState } from '#tests/fixtures/acting-state';
import { openPanel } from './open-panel';

const COLLECTOR_URL = 'https://collector.example.org/v1/telemetry';

/** Opens Compose with a collector as the target, and an entity that is logged in. */
async function openCollector(endpoint: string) {
  const { actions, app, compose, composer, stores } = openPanel();
  composer.select('interact');
  app.acting.value = createActingState({ id: 'session-1', userId: 'teacher-04' });
  compose.delivery.value = { ...compose.delivery.value, transport: 'collector', endpoint };
  const confirmedSites = ['collector.example.org', 'other.example.org', 'collector.example.org:8443'];
  stores.get(confirmedSitesSetting).set(confirmedSites);
  app.view.value = 'compose';
  const entityPicker = await screen.findByRole<HTMLSelectElement>('combobox', { name: t('collector.asEntity') });
  const url = screen.getByRole<HTMLInputElement>('combobox', { name: t('collector.url') });
  return {
    entityPicker,
    selectEntity: () => userEvent.selectOptions(entityPicker, 'teacher-04'),
    confirmation: async () => within(await screen.findByRole('alertdialog', { name: t('collector.sendToken.title') })),
    enterUrl: async (text: string) => {
      await userEvent.clear(url);
      await userEvent.type(url, text);
    },
    /** Replaces the URL at once, as pasting over a selection does. */
    replaceUrl: (text: string) => void fireEvent.input(url, { target: { value: text } }),
    /** Fires the draft. Returns the session whose token each post so far had, or null. */
    fire: async () => {
      await userEvent.click(screen.getByRole('button', { name: t('compose.fire') }));
      return (
        actions.postToCollector as unknown as { mock: { calls: [{ sessionId: string | null }][] } }
      ).mock.calls.map(([{ sessionId }]) => sessionId);
    },
  };
}

it('an entity’s token is sent to a collector only after the user confirms the host', async () => {
  const { entityPicker, selectEntity, confirmation, fire } = await openCollector(COLLECTOR_URL);
  await selectEntity();
  expect(entityPicker.value).toBe('none');
  expect(
    (await confirmation()).getByText(
      tPattern('collector.sendToken.warning', { userId: 'teacher-04', host: 'collector.example.org' }),
    ).textContent,
  ).not.toContain('http:');
  await userEvent.click(
    (await confirmation()).getByRole('button', {
      name: t('collector.sendToken.confirm', { host: 'collector.example.org' }),
    }),
  );
  expect(entityPicker.value).toBe('entity');
  await screen.findByText(t('collector.sendToken.active', { userId: 'teacher-04', host: 'collector.example.org' }));
  expect(await fire()).toEqual(['session-1']);
});

it('an entity’s token is not sent to a collector if the confirmation is cancelled', async () => {
  const { entityPicker, selectEntity, confirmation, fire } = await openCollector(COLLECTOR_URL);
  await selectEntity();
  await userEvent.click((await confirmation()).getByRole('button', { name: t('common.cancel') }));
  expect(entityPicker.value).toBe('none');
  expect(await fire()).toEqual([null]);
});

it.each([
  'https://other.example.org/v1/telemetry',
  'https://collector.example.org:8443/v1/telemetry',
  'http://collector.example.org/v1/telemetry',
])(
  'the permission to send an entity’s token ends when the URL changes to %s, and the first host needs a new confirmation',
  async (url) => {
    const { entityPicker, selectEntity, confirmation, enterUrl, fire } = await openCollector(COLLECTOR_URL);
    await selectEntity();
    await userEvent.click(
      (await confirmation()).getByRole('button', { name: tPattern('collector.sendToken.confirm') }),
    );
    await enterUrl(url);
    expect(entityPicker.value).toBe('none');
    expect(await fire()).toEqual([null]);
    await enterUrl(COLLECTOR_URL);
    expect(entityPicker.value).toBe('none');
    expect(await fire()).toEqual([null, null]);
  },
);

it('the confirmation to send an entity’s token also applies to another path of the host', async () => {
  const { selectEntity, confirmation, replaceUrl, fire } = await openCollector('http://localhost:9000/v1/telemetry');
  await selectEntity();
  await userEvent.click(
    (await confirmation()).getByRole('button', { name: t('collector.sendToken.confirm', { host: 'localhost:9000' }) }),
  );
  replaceUrl('http://localhost:9000/content/data/v1/telemetry');
  expect(await fire()).toEqual(['session-1']);
});

it('the panel warns that a token is sent unencrypted to another machine, both in the confirmation and after it', async () => {
  const { selectEntity, confirmation } = await openCollector('http://collector.example.org/v1/telemetry');
  await selectEntity();
  expect((await confirmation()).getByText(tPattern('collector.sendToken.httpWarning')).textContent).toContain(
    'collector.example.org',
  );
  await userEvent.click((await confirmation()).getByRole('button', { name: tPattern('collector.sendToken.confirm') }));
  await screen.findByText(tPattern('collector.sendToken.activeUnencrypted', { host: 'collector.example.org' }));
});

it('an entity’s token is not offered for a collector without a URL', async () => {
  await openCollector('');
  expect(screen.getByRole<HTMLOptionElement>('option', { name: 'teacher-04' }).disabled).toBe(true);
});
