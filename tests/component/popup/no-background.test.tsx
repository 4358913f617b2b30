import { waitFor } from '@testing-library/preact';
import { expect, it } from 'vitest';
import { t, textsInOrder, tPattern } from '#tests/drivers/texts';
import { createSessionSummary, NO_BACKGROUND, openPopup, stateWith } from './popup-setup';

const NO_RESPONSE = textsInOrder(t('background.noResponse'), t('background.noResponseRemedy'));

/** Responds as a background that is not reachable. All other requests of a test succeed. */
const noBackground = () => NO_BACKGROUND;

it('a popup whose background does not respond shows an error when it opens', async () => {
  const { screen } = await openPopup({ state: noBackground });
  await waitFor(() => expect(screen.queryAllByText(NO_RESPONSE)).toHaveLength(1));
});

it('a popup whose background does not respond shows an error on log-in, and preserves the input', async () => {
  const { screen, field, user } = await openPopup({ state: () => stateWith(), login: noBackground });
  await user.type(field(t('popup.userId')), 'teacher-04');
  await user.type(field(t('popup.password')), 'made-up{Enter}');
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain(t('background.noResponse'));
  expect(field(t('popup.userId')).value).toBe('teacher-04');
  expect(field(t('popup.password')).value).toBe('made-up');
});

it('a popup whose background does not respond shows an error when a session is refreshed, activated or logged out, or its token copied', async () => {
  const { model, copied } = await openPopup({
    state: () => stateWith({ sessions: [createSessionSummary()] }),
    refresh: noBackground,
    activate: noBackground,
    logout: noBackground,
    logoutAll: noBackground,
    token: noBackground,
    claims: noBackground,
    stopActing: noBackground,
    startActing: noBackground,
  });
  const { actions, toast } = model;
  const environment = model.environment.peek();
  if (environment === null) throw new Error('The popup has no environment.');
  const tab = { id: 7, url: 'https://learn.example.org/' };
  const requests = [
    () => actions.refresh(createSessionSummary()),
    () => actions.actAs(createSessionSummary()),
    () => actions.logOut(createSessionSummary()),
    () => actions.logOutAll(environment, 1),
    () => actions.copyToken(createSessionSummary()),
    () => model.showToken(createSessionSummary()),
    () => actions.actInTab(createSessionSummary(), tab, false),
  ];
  for (const request of requests) {
    toast.dismiss();
    await request();
    expect(toast.current.peek()?.text()).toMatch(NO_RESPONSE);
  }
  expect(copied).toEqual([]);
});

it('a popup whose background does not respond shows an error when an environment is saved or removed, and preserves the form', async () => {
  const { model, screen, user, field } = await openPopup({
    state: () => stateWith(),
    saveEnvironment: noBackground,
    removeEnvironment: noBackground,
  });
  await user.click(screen.getByRole('button', { name: t('popup.openEnvironments') }));
  await screen.findByRole('button', { name: t('popup.save') });
  await user.type(field(t('popup.name')), ' 2');
  await user.click(screen.getByRole('button', { name: t('popup.save') }));
  await waitFor(() => expect(model.toast.current.peek()?.text()).toMatch(NO_RESPONSE));
  expect(field(t('popup.name')).value).toBe('Local registry 2');
  model.toast.dismiss();
  await user.click(screen.getByRole('button', { name: tPattern('popup.remove') }));
  await waitFor(() => expect(model.toast.current.peek()?.text()).toMatch(NO_RESPONSE));
  expect(screen.queryByText(tPattern('popup.environment.removed'))).toBeNull();
});
