import { expect, it } from 'vitest';
import { LOCAL_REGISTRY } from '#core/identity/environment';
import type { LoginFailure } from '#core/identity/failure';
import type { IdentityResponse } from '#extension/protocol/identity-protocol';
import type { IdentityState } from '#extension/protocol/identity-state';
import { createDeferred } from '#tests/drivers/deferred';
import { t, tPattern } from '#tests/drivers/texts';
import { createSessionSummary, openPopup, stateWith, waitForFocus } from './popup-setup';

const rejectedWith = (failure: LoginFailure) => ({
  state: () => stateWith(),
  login: () => ({ ok: false as const, failure }),
});
const wrongPassword: LoginFailure = {
  reason: 'rejected',
  status: 401,
  error: 'invalid_grant',
  description: 'Invalid user credentials',
};

async function submitLogIn({ field, user }: Awaited<ReturnType<typeof openPopup>>, password = 'made-up') {
  await user.type(field(t('popup.userId')), 'teacher-04');
  await user.type(field(t('popup.password')), `${password}{Enter}`);
}

it('the log-in form is shown if no entity is logged in, with the focus on the user id', async () => {
  const { screen, field } = await openPopup({ state: () => stateWith() });
  expect(screen.queryByRole('heading', { name: t('popup.logIn.title') })).not.toBeNull();
  await waitForFocus(() => field(t('popup.userId')));
  expect(screen.queryByRole('button', { name: t('popup.cancel') })).toBeNull();
  screen.getByText(tPattern('popup.logIn.testEntitiesOnly'));
});

it('the log-in form restores the user id, and focuses the password', async () => {
  const state = stateWith({ lastUserIds: { [LOCAL_REGISTRY.id]: 'teacher-04' } });
  const { field } = await openPopup({ state: () => state });
  expect(field(t('popup.userId')).value).toBe('teacher-04');
  await waitForFocus(() => field(t('popup.password')));
  expect(field(t('popup.password')).value).toBe('');
});

it('submitting the log-in form with Enter requests access to the host, sends user id and password, and shows the session', async () => {
  let state: IdentityState = stateWith();
  const popup = await openPopup({
    state: () => state,
    login: () => {
      state = stateWith({ sessions: [createSessionSummary()], activeIn: { [LOCAL_REGISTRY.id]: 'session-1' } });
      return { ok: true, value: createSessionSummary() };
    },
  });
  await submitLogIn(popup);
  await popup.screen.findByRole('article', { name: 'teacher-04' });
  expect(popup.screen.getByRole('status').textContent).toContain('Logged in as teacher-04.');
  expect(popup.permissions).toEqual(['http://localhost/*']);
  expect(popup.identityRequests).toEqual([
    {
      request: 'login',
      payload: {
        environmentId: LOCAL_REGISTRY.id,
        userId: 'teacher-04',
        password: 'made-up',
      },
    },
  ]);
  await waitForFocus(() => popup.screen.getByRole('heading', { name: tPattern('popup.entities') }));
  expect(document.body.innerHTML).not.toContain('made-up');
});

it.each([
  ['two cells of a spreadsheet', 'teacher-04\tmade-up\n'],
  ['two lines', 'teacher-04\r\nmade-up'],
])('the log-in form fills in user id and password from %s that are pasted', async (_, text) => {
  const { field, user } = await openPopup({ state: () => stateWith() });
  await user.click(field(t('popup.userId')));
  await user.paste(text);
  expect(field(t('popup.userId')).value).toBe('teacher-04');
  expect(field(t('popup.password')).value).toBe('made-up');
  await waitForFocus(() => field(t('popup.password')));
});

it.each(['teacher-04', 'a\tb\tc', 'teacher-04\n'])('the log-in form pastes %j unchanged as text', async (text) => {
  const { field, user } = await openPopup({ state: () => stateWith() });
  await user.click(field(t('popup.userId')));
  await user.paste(text);
  expect(field(t('popup.password')).value).toBe('');
  await waitForFocus(() => field(t('popup.userId')));
});

it('logging in with an empty field sends no request, and focuses that field', async () => {
  const { field, user, identityRequests } = await openPopup({ state: () => stateWith() });
  await user.type(field(t('popup.userId')), 'teacher-04{Enter}');
  await waitForFocus(() => field(t('popup.password')));
  expect(identityRequests).toEqual([]);
});

it('a rejected log-in shows the reason, clears the password and focuses it', async () => {
  const popup = await openPopup(rejectedWith(wrongPassword));
  await submitLogIn(popup);
  const alert = await popup.screen.findByRole('alert');
  expect(alert.textContent).toMatch(/^Wrong user ID or passwordLocal registry rejected teacher-04 \(invalid_grant\)/);
  const password = popup.field(t('popup.password'));
  expect(password.value).toBe('');
  expect(password.placeholder).toBe(t('popup.logIn.reenterPassword'));
  expect(password.getAttribute('aria-invalid')).toBe('true');
  await waitForFocus(() => password);
});

it('logging in at an unreachable provider preserves the password, so that Enter retries', async () => {
  const popup = await openPopup(rejectedWith({ reason: 'unreachable', detail: 'localhost:8080' }));
  await submitLogIn(popup);
  const alert = await popup.screen.findByRole('alert');
  expect(alert.textContent).toContain('localhost:8080 not reachable');
  expect(popup.field(t('popup.password')).value).toBe('made-up');
  await popup.user.keyboard('{Enter}');
  expect(popup.identityRequests).toHaveLength(2);
});

it('logging in without access to the host sends no request, and shows an error', async () => {
  const popup = await openPopup({ state: () => stateWith() });
  popup.denyPermission();
  await submitLogIn(popup);
  const alert = await popup.screen.findByRole('alert');
  expect(alert.textContent).toContain('No access to localhost:8080');
  expect(popup.identityRequests).toEqual([]);
});

it('the log-in form shows that a log-in is in progress, and can cancel it', async () => {
  const response = createDeferred<IdentityResponse<'login'>>();
  const popup = await openPopup({ state: () => stateWith(), login: () => response.promise });
  await submitLogIn(popup);
  const busy = await popup.screen.findByRole('button', { name: t('popup.loggingIn') });
  expect(busy.hasAttribute('disabled')).toBe(true);
  await popup.user.keyboard('{Enter}');
  await popup.user.click(popup.screen.getByRole('button', { name: t('popup.cancel') }));
  await popup.screen.findByRole('button', { name: t('popup.logIn.button') });
  response.resolve({ ok: true, value: createSessionSummary() });
  await popup.model.load();
  expect(popup.identityRequests.map(({ request }) => request)).toEqual(['login']);
  expect(popup.screen.queryByText(tPattern('popup.loggedInAs'))).toBeNull();
  expect(popup.screen.queryByRole('alert')).toBeNull();
});

it('cancelling a log-in with the keyboard leaves the focus in the form, so that the user can correct and retry', async () => {
  const response = createDeferred<IdentityResponse<'login'>>();
  const popup = await openPopup({ state: () => stateWith(), login: () => response.promise });
  await submitLogIn(popup);
  const cancel = await popup.screen.findByRole('button', { name: t('popup.cancel') });
  cancel.focus();
  await popup.user.keyboard('{Enter}');
  await popup.screen.findByRole('button', { name: t('popup.logIn.button') });
  await waitForFocus(() => popup.field(t('popup.password')));
});

it('the log-in form shows the password only on request', async () => {
  const { screen, field, user } = await openPopup({ state: () => stateWith() });
  const password = field(t('popup.password'));
  expect(password.type).toBe('password');
  await user.click(screen.getByRole('button', { name: t('popup.logIn.showPassword') }));
  expect(password.type).toBe('text');
  expect(screen.queryByRole('button', { name: t('popup.logIn.showPassword'), pressed: true })).not.toBeNull();
});

it('the log-in form warns before it sends a password unencrypted to another machine', async () => {
  const environment = { ...LOCAL_REGISTRY, authUrl: 'http://learn.example.org:8080' };
  const { screen } = await openPopup({ state: () => stateWith({ environments: [environment] }) });
  expect(screen.queryByText(tPattern('popup.logIn.httpWarning', { host: 'learn.example.org:8080' }))).not.toBeNull();
});

it('logging in over http to localhost shows no warning', async () => {
  const { screen } = await openPopup({ state: () => stateWith() });
  expect(screen.queryByText(tPattern('popup.logIn.httpWarning'))).toBeNull();
});
