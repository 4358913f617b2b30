import { cleanup, render, screen, waitFor } from '@testing-library/preact';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { StoresContext } from '#components/panel/app/stores.ts';
import { RegistryView } from '#components/panel/registry/RegistryView.tsx';
import type { RegistryCall } from '#core/registry/registry-call';
import type { ActingState } from '#panel/acting-state';
import type { RegistryOutcome } from '#panel/registry-outcome';
import { createDeferred } from '#tests/drivers/deferred';
import { t, tPattern } from '#tests/drivers/texts';
import { createActingState } from '#tests/fixtures/acting-state';
import { createTestStores } from '#tests/fixtures/panel-stores';

function open(
  status: number,
  body: string,
  acting: ActingState | null = createActingState({ userId: 'teacher-04' }),
  responded: Promise<void> = Promise.resolve(),
) {
  const registryCalls: RegistryCall[] = [];
  const copied: string[] = [];
  const value = { status, statusText: '', challenge: null, contentType: null, body, milliseconds: 9 };
  const issuers = { issuer: 'http://localhost:8080/x', expectedIssuer: 'http://keycloak:8080/x' };
  const callRegistry = async (call: RegistryCall, signal?: AbortSignal): Promise<RegistryOutcome> => {
    registryCalls.push(call);
    const aborted = new Promise((resolve) => signal?.addEventListener('abort', resolve));
    await Promise.race([responded, aborted]);
    return { ok: true, value: { ...value, ...issuers } };
  };
  const onCopy = async (text: string) => copied.push(text) > 0;
  const { stores, actions } = createTestStores({ callRegistry, onCopy });
  stores.app.acting.value = acting;
  render(
    <StoresContext.Provider value={stores}>
      <RegistryView />
    </StoresContext.Provider>,
  );
  return { user: userEvent.setup(), registryCalls, actions, copied };
}

it('the registry view calls as the active entity, and shows the response', async () => {
  const { user, registryCalls } = open(200, '[{"osid":"1-abc"}]');
  await user.type(screen.getByRole('textbox', { name: 'Entity' }), 'Teacher');
  await user.click(screen.getByRole('button', { name: t('registry.send', { method: 'GET' }) }));
  expect(registryCalls).toEqual([
    { sessionId: 's1', registryUrl: 'http://localhost:8091', method: 'GET', path: '/api/v1/Teacher', body: null },
  ]);
  expect((await screen.findByRole('region', { name: t('registry.response') })).textContent).toContain('1-abc');
});

it('the registry view has an empty field for a placeholder that is named like a method of every object', async () => {
  const { user } = open(200, '');
  await user.type(screen.getByRole('textbox', { name: t('registry.path') }), '/{{toString}');
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'toString' }).value).toBe('');
});

it.each([
  ['short JSON values', `[${'1,'.repeat(1_000_000)}2]`],
  ['short lines', `${'ab\n'.repeat(1_000_000)}end`],
  ['one line', 'x'.repeat(4_000_000)],
  ['nested JSON', `${'['.repeat(5_000)}1${']'.repeat(5_000)}`],
])('the registry view shows a long response of %s in parts, and copies it completely', async (_what, body) => {
  const { user, copied } = open(200, body);
  await user.type(screen.getByRole('textbox', { name: 'Entity' }), 'Teacher{Enter}');
  const response = await screen.findByRole('region', { name: t('registry.response') });
  const shownText = () => response.querySelector('pre')?.textContent ?? '';
  const more = await screen.findByRole('button', { name: tPattern('common.showMoreOf') });
  const initialLength = shownText().length;
  await user.click(more);
  expect(shownText().length).toBeGreaterThan(initialLength);
  expect(shownText().length).toBeLessThan(300_000);
  expect(response.getElementsByTagName('*').length).toBeLessThan(6_000);
  await user.click(screen.getByRole('button', { name: t('common.copyAll') }));
  expect(copied).toEqual([body]);
});

it('the registry view shows the complete response after all its parts are requested', async () => {
  const body = JSON.stringify(Array.from({ length: 700 }, (_, index) => ({ index })));
  const { user } = open(200, body);
  await user.type(screen.getByRole('textbox', { name: 'Entity' }), 'Teacher{Enter}');
  for (let clicks = 0; clicks < 2; clicks += 1)
    await user.click(await screen.findByRole('button', { name: tPattern('common.showMoreOf') }));
  const parts = screen.getByRole('region', { name: t('registry.response') }).querySelectorAll('pre > span');
  expect([...parts].map((part) => part.textContent).join('\n')).toBe(JSON.stringify(JSON.parse(body), null, 2));
  expect(screen.queryByRole('button', { name: tPattern('common.showMoreOf') })).toBeNull();
});

it('the registry view leaves the focus on the button while it sends, and sends no second call', async () => {
  const response = createDeferred<void>();
  const { user, registryCalls } = open(200, '', undefined, response.promise);
  await user.type(screen.getByRole('textbox', { name: 'Entity' }), 'Teacher');
  await user.click(screen.getByRole('button', { name: t('registry.send', { method: 'GET' }) }));
  const sending = await screen.findByRole<HTMLButtonElement>('button', { name: t('registry.sending') });
  // A browser takes the focus from a disabled button.
  expect(sending.disabled).toBe(false);
  expect(sending.getAttribute('aria-disabled')).toBe('true');
  await user.keyboard('{Enter}');
  expect(registryCalls).toHaveLength(1);
  response.resolve();
  await screen.findByRole('button', { name: t('registry.send', { method: 'GET' }) });
});

it('the registry view moves the focus to the send button when a call is cancelled with the keyboard', async () => {
  const { user } = open(200, '', undefined, new Promise(() => {}));
  await user.type(screen.getByRole('textbox', { name: 'Entity' }), 'Teacher{Enter}');
  const cancel = await screen.findByRole('button', { name: t('registry.cancel') });
  cancel.focus();
  await user.keyboard('{Enter}');
  const send = await screen.findByRole('button', { name: t('registry.send', { method: 'GET' }) });
  await waitFor(() => expect(document.activeElement).toBe(send));
});

it('the registry view explains a 401 with the issuer that the registry expects', async () => {
  const { user } = open(401, '');
  await user.type(screen.getByRole('textbox', { name: 'Entity' }), 'Teacher{Enter}');
  expect((await screen.findByRole('alert')).textContent).toContain('expects http://keycloak:8080/x');
});

it('the registry view allows path, method and body to be edited', async () => {
  const { user, registryCalls } = open(200, '');
  await user.click(screen.getByRole('button', { name: t('registry.update') }));
  await user.selectOptions(screen.getByRole('combobox', { name: t('registry.method') }), 'PATCH');
  const path = screen.getByRole('textbox', { name: t('registry.path') });
  await user.clear(path);
  await user.type(path, '/v2/x');
  await user.click(screen.getByRole('button', { name: t('registry.send', { method: 'PATCH' }) }));
  expect(registryCalls).toEqual([
    { sessionId: 's1', registryUrl: 'http://localhost:8091', method: 'PATCH', path: '/v2/x', body: '{}' },
  ]);
});

it('the registry view shows a message if no entity is logged in or the registry has no URL', async () => {
  const viewWithoutEntity = open(200, '', null);
  expect(screen.queryByText(tPattern('registry.logInHint'))).not.toBeNull();
  await viewWithoutEntity.user.click(screen.getByRole('button', { name: t('toolbar.logIn') }));
  expect(viewWithoutEntity.actions.onOpenPopup).toHaveBeenCalledOnce();
  cleanup();
  const { user, actions } = open(200, '', createActingState({}, ''));
  await user.click(screen.getByRole('button', { name: t('registry.openOptions') }));
  expect(actions.onOpenOptions).toHaveBeenCalledOnce();
});
