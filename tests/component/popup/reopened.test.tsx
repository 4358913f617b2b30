import { expect, it, vi } from 'vitest';
import type { PopupModel } from '#components/popup/model/popup-model.ts';
import { LOCAL_REGISTRY } from '#core/identity/environment';
import type { AccessOutcome, AccessRequest } from '#extension/protocol/access-protocol';
import { createDeferred } from '#tests/drivers/deferred';
import { t } from '#tests/drivers/texts';
import { createSessionSummary, openPopup, type ReopenedState, stateWith, waitForFocus } from './popup-setup';

const environmentId = LOCAL_REGISTRY.id;
const WATCH: AccessRequest = {
  intent: { type: 'watch', pattern: 'https://learn.example.org/*', host: 'learn.example.org' },
  origins: ['https://learn.example.org/*'],
};
const LOG_IN: AccessRequest = {
  intent: { type: 'log-in', environmentId, userId: 'teacher-04' },
  origins: ['https://auth.example.org/*'],
};
const ACT: AccessRequest = {
  intent: { type: 'act', tabId: 7, sessionId: 's', userId: 'teacher-04', pageOrigin: 'https://learn.example.org' },
  origins: ['https://registry.example.org/*', 'https://learn.example.org/*'],
};
const NOT_WATCHED = { state: 'not-watched', host: 'learn.example.org' } as const;

const reopen = (reopenedState: ReopenedState, state = stateWith({ sessions: [createSessionSummary()] })) =>
  openPopup(
    { state: () => state, selectEnvironment: () => ({ ok: true, value: null }) },
    NOT_WATCHED,
    undefined,
    reopenedState,
  );

it.each<[AccessOutcome, 'status' | 'alert', string]>([
  [{ status: 'done', request: WATCH }, 'status', t('popup.hostAccess.watching', { host: 'learn.example.org' })],
  [{ status: 'done', request: ACT }, 'status', t('popup.actAs.on', { userId: 'teacher-04' })],
  [
    { status: 'failed', request: ACT, failure: { reason: 'another-page' } },
    'alert',
    t('popup.actingFailure.anotherPage'),
  ],
  [
    { status: 'not-granted', request: ACT },
    'alert',
    t('popup.hostAccess.notGranted', {
      hosts: t('common.and', { first: 'registry.example.org', last: 'learn.example.org' }),
    }),
  ],
  [{ status: 'expired', request: WATCH }, 'alert', t('popup.hostAccess.expired', { hosts: 'learn.example.org' })],
])('a popup that is reopened after a permission prompt closed it shows the result: %j', async (outcome, role, text) => {
  const { screen } = await reopen({ outcome });
  expect(screen.getByRole(role).textContent).toContain(text);
});

it.each(['done', 'not-granted'] as const)(
  'a popup that is reopened after a permission prompt closed it restores the log-in form without the password: %s',
  async (status) => {
    const { field } = await reopen({ outcome: { status, request: LOG_IN } });
    expect(field(t('popup.userId')).value).toBe('teacher-04');
    expect(field(t('popup.password')).value).toBe('');
    await waitForFocus(() => field(t('popup.password')));
  },
);

it('a popup that is reopened after a permission prompt closed it opens the log-in form in the environment of the log-in', async () => {
  const other = { ...LOCAL_REGISTRY, id: 'other', name: 'Other' };
  const state = stateWith({ environments: [other, LOCAL_REGISTRY], currentEnvironmentId: 'other' });
  const { identityRequests } = await reopen({ outcome: { status: 'done', request: LOG_IN } }, state);
  expect(identityRequests).toEqual([{ request: 'selectEnvironment', payload: { environmentId } }]);
});

it('a popup shows how many sessions an update of the extension ended', async () => {
  const { screen } = await reopen({ ended: 2 }, stateWith());
  expect(screen.getByRole('alert').textContent).toContain(t('popup.endedByUpdate', 2));
});

it('the background receives the site to watch before the permission prompt opens', async () => {
  const { screen, user, accessCalls, browserActions } = await reopen({});
  await user.click(screen.getByRole('button', { name: t('popup.watchThisSite') }));
  expect(accessCalls).toEqual([WATCH, 'forgotten']);
  expect(browserActions).toEqual(['watch']);
});

it('the background receives the log-in without its password before the permission prompt opens', async () => {
  const { field, user, accessCalls } = await openPopup({
    state: () => stateWith(),
    login: () => ({ ok: true, value: createSessionSummary() }),
  });
  await user.type(field(t('popup.userId')), 'teacher-04');
  await user.type(field(t('popup.password')), 'made-up{Enter}');
  expect(accessCalls).toEqual([{ ...LOG_IN, origins: ['http://localhost/*'] }, 'forgotten']);
});

it('the log-in form of a reopened popup restores its input, except for the password', async () => {
  const first = await reopen({}, stateWith());
  await first.user.type(first.field(t('popup.userId')), 'teacher-04');
  await first.user.type(first.field(t('popup.password')), 'made-up');
  const form = first.forms.at(-1);
  expect(JSON.stringify(first.forms)).not.toContain('made-up');
  first.screen.unmount();
  const { field } = await reopen({ form: form ?? null });
  expect(field(t('popup.userId')).value).toBe('teacher-04');
  await waitForFocus(() => field(t('popup.password')));
});

it('the environment form of a reopened popup restores its input, and Cancel discards it', async () => {
  const first = await reopen({});
  await first.user.click(first.screen.getByRole('button', { name: t('popup.openEnvironments') }));
  await first.screen.findByRole('button', { name: t('popup.save') });
  await first.user.clear(first.field(t('popup.name')));
  await first.user.type(first.field(t('popup.name')), 'Staging');
  const form = first.forms.at(-1);
  first.screen.unmount();
  const { field, forms, screen, user } = await reopen({ form: form ?? null });
  expect(field(t('popup.name')).value).toBe('Staging');
  await user.click(screen.getByRole('button', { name: t('popup.cancel') }));
  expect(forms.at(-1)).toBeNull();
});

it('input for an environment that is no longer selected is not restored', async () => {
  const { screen } = await reopen({ form: { type: 'log-in', environmentId: 'gone', userId: 'teacher-04' } });
  expect(screen.queryByLabelText(t('popup.password'))).toBeNull();
});

it('a form that the user has left is not restored by another update of the popup', async () => {
  const form = { type: 'environment', environmentId, draft: LOCAL_REGISTRY } as const;
  const formRead = createDeferred<void>();
  const loads: Promise<void>[] = [];
  let state = stateWith({ sessions: [createSessionSummary()] });
  const onReadForm = async (opened: PopupModel): Promise<void> => {
    if (loads.length > 0) return formRead.promise;
    state = stateWith({ sessions: [] });
    loads.push(opened.load());
    await vi.waitFor(() => expect(opened.sessions.value).toEqual([]));
  };
  const { model } = await openPopup({ state: () => state }, NOT_WATCHED, undefined, { form, onReadForm });
  model.show({ name: 'sessions' });
  formRead.resolve();
  await Promise.all(loads);
  expect(model.view.value).toEqual({ name: 'sessions' });
});
