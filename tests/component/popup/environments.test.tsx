import { waitFor } from '@testing-library/preact';
import { expect, it } from 'vitest';
import { LOCAL_REGISTRY } from '#core/identity/environment';
import { message } from '#core/util/message';
import type { IdentityResponse } from '#extension/protocol/identity-protocol';
import { createDeferred } from '#tests/drivers/deferred';
import { t, tPattern } from '#tests/drivers/texts';
import { createSessionSummary, openPopup, stateWith, waitForFocus } from './popup-setup';

const staging = { ...LOCAL_REGISTRY, id: 'staging', name: 'Staging', authUrl: 'https://learn.example.org' };
const SUCCESS = { ok: true, value: null } as const;

async function openForm(responses: Parameters<typeof openPopup>[0] = {}) {
  const popup = await openPopup({ state: () => stateWith(), ...responses });
  await popup.user.click(popup.screen.getByRole('button', { name: t('popup.openEnvironments') }));
  await popup.screen.findByRole('button', { name: t('popup.save') });
  return popup;
}

it('the environment can be selected from a list that shows host and realm', async () => {
  const { screen, user, identityRequests } = await openPopup({
    state: () => stateWith({ environments: [LOCAL_REGISTRY, staging] }),
    selectEnvironment: () => SUCCESS,
  });
  const picker = screen.getByRole('combobox', { name: t('popup.environment.label') });
  await user.selectOptions(picker, 'Staging (learn.example.org, sunbird-rc)');
  expect(identityRequests).toEqual([{ request: 'selectEnvironment', payload: { environmentId: 'staging' } }]);
});

it('the environment form has all fields, and shows the token endpoint', async () => {
  const { field, screen } = await openForm();
  expect(field(t('popup.name')).value).toBe('Local registry');
  expect(field(t('popup.authUrl')).value).toBe('http://localhost:8080');
  expect(field(t('popup.pathPrefix')).value).toBe('/auth');
  expect(field(t('popup.realm')).value).toBe('sunbird-rc');
  expect(field(t('popup.clientId')).value).toBe('registry-frontend');
  expect(
    screen.queryByText('http://localhost:8080/auth/realms/sunbird-rc/protocol/openid-connect/token'),
  ).not.toBeNull();
  await waitForFocus(() => field(t('popup.name')));
});

it('the environment is saved on Enter with the entered values', async () => {
  const { field, user, identityRequests, screen } = await openForm({
    saveEnvironment: () => ({ ok: true, value: LOCAL_REGISTRY }),
  });
  await user.clear(field(t('popup.pathPrefix')));
  await user.type(field(t('popup.realm')), '2{Enter}');
  await screen.findByText(t('popup.environment.saved', { name: 'Local registry' }));
  expect(identityRequests).toMatchObject([
    {
      request: 'saveEnvironment',
      payload: { environmentId: LOCAL_REGISTRY.id, draft: { pathPrefix: '', realm: 'sunbird-rc2' } },
    },
  ]);
  expect(screen.queryByRole('heading', { name: t('popup.logIn.title') })).not.toBeNull();
});

it('an invalid environment is not saved, and each error is shown at its field and is its description for screen readers', async () => {
  const { field, user, screen } = await openForm({
    saveEnvironment: () => ({
      ok: false,
      failure: {
        reason: 'invalid',
        problems: [{ field: 'authUrl', message: message('identity.fieldError.urlWithCredentials') }],
      },
    }),
  });
  await user.click(screen.getByRole('button', { name: t('popup.save') }));
  const problem = await screen.findByText(t('identity.fieldError.urlWithCredentials'));
  expect(field(t('popup.authUrl')).getAttribute('aria-invalid')).toBe('true');
  expect(problem.closest('[id]')?.id).toBe(field(t('popup.authUrl')).getAttribute('aria-describedby'));
  expect(field(t('popup.realm')).getAttribute('aria-invalid')).toBe('false');
  expect(document.activeElement).toBe(field(t('popup.authUrl')));
});

it('the error of a URL disappears when the URL changes, and the field stays invalid until the URL is valid', async () => {
  const problems = [{ field: 'authUrl' as const, message: message('identity.fieldError.urlWithCredentials') }];
  const { field, user, screen } = await openForm({
    saveEnvironment: () => ({ ok: false, failure: { reason: 'invalid', problems } }),
  });
  const url = field(t('popup.authUrl'));
  await user.clear(url);
  await user.type(url, 'http://a:b@localhost:8080');
  await user.click(screen.getByRole('button', { name: t('popup.save') }));
  await screen.findByText(t('identity.fieldError.urlWithCredentials'));
  await user.clear(url);
  expect(screen.queryByText(t('identity.fieldError.urlWithCredentials'))).toBeNull();
  expect(url.getAttribute('aria-invalid')).toBe('true');
  await user.type(url, 'http://localhost:8080');
  expect(url.getAttribute('aria-invalid')).toBe('false');
});

it('the environment form shows how many entities a changed realm or URL logs out', async () => {
  const { field, user, screen } = await openForm({
    state: () => stateWith({ sessions: [createSessionSummary(), createSessionSummary({ id: 'session-2' })] }),
  });
  expect(screen.queryByText(tPattern('popup.environment.savingLogsOut'))).toBeNull();
  await user.type(field(t('popup.realm')), '2');
  expect(screen.queryByText(t('popup.environment.savingLogsOut', 2))).not.toBeNull();
});

it('the environment form shows whose tokens may be sent to a changed registry URL', async () => {
  const { field, user, screen } = await openForm({ state: () => stateWith({ sessions: [createSessionSummary()] }) });
  expect(screen.queryByText(tPattern('popup.environment.savingMovesTokens'))).toBeNull();
  await user.clear(field(t('popup.registryUrl')));
  await user.type(field(t('popup.registryUrl')), 'https://registry.example.org');
  expect(screen.getByText(tPattern('popup.environment.savingMovesTokens', { n: 1 })).textContent).toContain(
    'be sent to registry.example.org.',
  );
  await user.type(field(t('popup.realm')), '2');
  expect(screen.queryByText(tPattern('popup.environment.savingMovesTokens'))).toBeNull();
});

it('an environment can be added in a form that starts with default values', async () => {
  const { field, user, screen, identityRequests } = await openForm({
    saveEnvironment: () => ({ ok: true, value: staging }),
  });
  await user.click(screen.getByRole('button', { name: t('popup.environment.addAnother') }));
  expect(screen.queryByRole('heading', { name: t('popup.environment.add') })).not.toBeNull();
  expect(field(t('popup.clientId')).value).toBe('registry-frontend');
  await user.type(field(t('popup.name')), 'Staging');
  await user.type(field(t('popup.authUrl')), 'https://learn.example.org');
  await user.click(screen.getByRole('button', { name: t('popup.save') }));
  await screen.findByText(t('popup.environment.saved', { name: 'Staging' }));
  expect(identityRequests).toMatchObject([{ payload: { environmentId: null, draft: { name: 'Staging' } } }]);
});

it('the environment can be removed, and the removal can be undone', async () => {
  const { user, screen, identityRequests } = await openForm({
    removeEnvironment: () => SUCCESS,
    saveEnvironment: () => ({ ok: true, value: LOCAL_REGISTRY }),
  });
  await user.click(screen.getByRole('button', { name: t('popup.remove', { name: 'Local registry' }) }));
  await user.click(await screen.findByRole('button', { name: t('popup.undo') }));
  await screen.findByText(t('popup.environment.saved', { name: 'Local registry' }));
  expect(identityRequests.map(({ request }) => request)).toEqual(['removeEnvironment', 'saveEnvironment']);
  expect(identityRequests[1]?.payload).toMatchObject({
    environmentId: null,
    draft: { authUrl: 'http://localhost:8080' },
  });
});

it('an environment that is submitted twice at once is added once', async () => {
  const response = createDeferred<IdentityResponse<'saveEnvironment'>>();
  const { user, screen, identityRequests, field } = await openForm({ saveEnvironment: () => response.promise });
  await user.click(screen.getByRole('button', { name: t('popup.environment.addAnother') }));
  await user.type(field(t('popup.name')), 'Staging{Enter}{Enter}');
  response.resolve({ ok: true, value: staging });
  await screen.findByText(t('popup.environment.saved', { name: 'Staging' }));
  expect(identityRequests).toHaveLength(1);
});

it('a removal that is undone by a double click restores the environment once', async () => {
  const response = createDeferred<IdentityResponse<'saveEnvironment'>>();
  const { user, screen, identityRequests } = await openForm({
    removeEnvironment: () => SUCCESS,
    saveEnvironment: () => response.promise,
  });
  await user.click(screen.getByRole('button', { name: t('popup.remove', { name: 'Local registry' }) }));
  await user.dblClick(await screen.findByRole('button', { name: t('popup.undo') }));
  response.resolve({ ok: true, value: LOCAL_REGISTRY });
  await screen.findByText(t('popup.environment.saved', { name: 'Local registry' }));
  expect(identityRequests.map(({ request }) => request)).toEqual(['removeEnvironment', 'saveEnvironment']);
});

it('selecting an environment leaves the focus on the list, so that arrow keys reach each environment', async () => {
  let currentEnvironmentId = LOCAL_REGISTRY.id;
  const { screen, user } = await openPopup({
    state: () => stateWith({ environments: [LOCAL_REGISTRY, staging], currentEnvironmentId }),
    selectEnvironment: ({ environmentId }) => {
      currentEnvironmentId = environmentId;
      return SUCCESS;
    },
  });
  const picker = screen.getByRole('combobox', { name: t('popup.environment.label') });
  picker.focus();
  await user.selectOptions(picker, 'staging');
  await waitFor(() => expect(picker).toHaveProperty('value', 'staging'));
  await waitForFocus(() => picker);
});

it('the environment form can be opened if there is no environment', async () => {
  const { screen, user } = await openPopup({
    state: () => stateWith({ environments: [], currentEnvironmentId: '' }),
  });
  expect(screen.queryByRole('combobox', { name: t('popup.environment.label') })).toBeNull();
  expect(screen.queryByRole('button', { name: t('popup.logIn.button') })).toBeNull();
  await user.click(screen.getByRole('button', { name: t('popup.environment.add') }));
  await screen.findByRole('heading', { name: t('popup.environment.add') });
});

it('the environment form has four fields, and shows another field only if it has an error', async () => {
  const { screen, user } = await openPopup({
    state: () => stateWith({ environments: [], currentEnvironmentId: '' }),
    saveEnvironment: () => ({
      ok: false,
      failure: {
        reason: 'invalid',
        problems: [{ field: 'registryUrl', message: message('identity.fieldError.pathPrefix') }],
      },
    }),
  });
  await user.click(screen.getByRole('button', { name: t('popup.environment.add') }));
  await screen.findByRole('button', { name: t('popup.save') });
  const more = screen.getByText(t('popup.environment.more')).closest('details');
  const visibleFields = screen.getAllByRole('textbox').filter((field) => more?.contains(field) === false);
  expect(visibleFields.map((field) => field.closest('.text-field')?.querySelector('label')?.textContent)).toEqual([
    t('popup.name'),
    t('popup.authUrl'),
    t('popup.realm'),
    t('popup.clientId'),
  ]);
  expect(more?.open).toBe(false);
  await user.click(screen.getByRole('button', { name: t('popup.save') }));
  await waitFor(() => expect(more?.open).toBe(true));
});

it('the environment can be set up from files on the options page', async () => {
  const { screen, user, browserActions } = await openPopup({
    state: () => stateWith({ environments: [], currentEnvironmentId: '' }),
  });
  await user.click(screen.getByRole('button', { name: t('popup.setUp.fromFiles') }));
  expect(browserActions).toEqual(['options']);
});

it('the events of the tab are counted, and the count is updated while the popup is open', async () => {
  const { screen, setEventCounts, passSeconds } = await openPopup({ state: () => stateWith() });
  expect(screen.queryByText(t('popup.noEvents'))).not.toBeNull();
  setEventCounts({ events: 1, invalid: 0 });
  passSeconds(1);
  await screen.findByText(t('count.event', 1));
  expect(screen.queryByText(t('popup.noneInvalid'))).not.toBeNull();
  setEventCounts({ events: 1310, invalid: 2 });
  passSeconds(1);
  await screen.findByText(t('popup.invalid', { n: '2' }));
  expect(screen.queryByText(t('count.event', 1310))).not.toBeNull();
});

it('the events of the tab are not counted for an unwatched site, as the count would be incomplete', async () => {
  const watching = { state: 'not-watched', host: 'learn.example.org' } as const;
  const { screen } = await openPopup({ state: () => stateWith() }, watching);
  expect(screen.queryByText(t('popup.notWatchedHint'))).not.toBeNull();
  expect(screen.queryByText(t('popup.noEvents'))).toBeNull();
});

it('the events of the tab are shown above the environment and the log-in, with a button that opens the panel', async () => {
  const { screen, user, browserActions } = await openPopup({ state: () => stateWith() });
  const tab = screen.getByRole('region', { name: t('popup.thisTab') });
  const logIn = screen.getByRole('region', { name: t('popup.logIn.title') });
  expect(tab.compareDocumentPosition(logIn)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(tab.textContent).toContain(t('popup.openHint', { key: 'F12' }));
  await user.click(screen.getByRole('button', { name: t('popup.openPanelWindow') }));
  expect(browserActions).toEqual(['panel of tab 7']);
});

it('a watched site of the tab can be stopped', async () => {
  const { screen, user, browserActions } = await openPopup({ state: () => stateWith() });
  expect(screen.queryByText(t('popup.watching', { host: 'localhost:4173' }))).not.toBeNull();
  await user.click(screen.getByRole('button', { name: t('popup.stop') }));
  expect(browserActions).toEqual(['stop']);
});

it('an unwatched site of the tab can be watched', async () => {
  const watching = { state: 'not-watched', host: 'learn.example.org' } as const;
  const { screen, user, browserActions } = await openPopup({ state: () => stateWith() }, watching);
  expect(screen.queryByText(t('popup.notWatched', { host: 'learn.example.org' }))).not.toBeNull();
  await user.click(screen.getByRole('button', { name: t('popup.watchThisSite') }));
  expect(browserActions).toEqual(['watch']);
});

it('the site of the tab stays unwatched if the user denies access, and the popup shows a message', async () => {
  const watching = { state: 'not-watched', host: 'learn.example.org' } as const;
  const { screen, user, denyPermission } = await openPopup({ state: () => stateWith() }, watching);
  denyPermission();
  await user.click(screen.getByRole('button', { name: t('popup.watchThisSite') }));
  expect((await screen.findByRole('alert')).textContent).toContain(t('popup.site.accessDenied'));
});

it('a tab with a page that extensions cannot access has no actions', async () => {
  const { screen } = await openPopup({ state: () => stateWith() }, { state: 'unavailable', host: 'chrome://settings' });
  expect(screen.queryByText(t('popup.site.unavailable'))).not.toBeNull();
  expect(
    screen.queryByRole('button', { name: new RegExp(`${t('popup.watchThisSite')}|${t('popup.stop')}`) }),
  ).toBeNull();
});
