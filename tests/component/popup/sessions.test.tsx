import { within } from '@testing-library/preact';
import { options } from 'preact';
import { expect, it, onTestFinished } from 'vitest';
import { formatDayAndTime } from '#components/i18n/format.ts';
import { LOCAL_REGISTRY } from '#core/identity/environment';
import { MAX_LIFETIME_SECONDS } from '#core/identity/token-limits';
import type { IdentityState } from '#extension/protocol/identity-state';
import { t, tPattern } from '#tests/drivers/texts';
import { createSessionSummary, NOW, openPopup, stateWith, waitForFocus } from './popup-setup';

const teacher = createSessionSummary();
const student = createSessionSummary({ id: 'session-2', userId: 'student-17' });
const expiredSession = createSessionSummary({
  id: 'session-3',
  userId: 'student-02',
  accessExpiresAt: NOW - 9000,
  refreshExpiresAt: NOW - 5000,
});
const threeSessions = stateWith({
  sessions: [teacher, student, expiredSession],
  activeIn: { [LOCAL_REGISTRY.id]: 'session-1' },
});
const SUCCESS = { ok: true, value: null } as const;
const token = { ok: true, value: { accessToken: 'the-access-token' } } as const;

async function openWith(responses: Parameters<typeof openPopup>[0] = {}) {
  const popup = await openPopup({ state: () => threeSessions, ...responses });
  const card = (userId: string) => within(popup.screen.getByRole('article', { name: userId }));
  return { ...popup, card };
}

it('the sessions are listed with their states', async () => {
  const { card, screen } = await openWith();
  expect(card('teacher-04').queryByText(t('popup.inUse'))).not.toBeNull();
  expect(card('student-17').queryByText(t('popup.active'))).not.toBeNull();
  expect(card('student-02').queryByText(t('popup.expired'))).not.toBeNull();
  expect(
    card('student-02').queryByText(tPattern('popup.session.refreshExpired', { refreshExpiresAt: /\d\d:\d\d/ })),
  ).not.toBeNull();
  expect(screen.queryByRole('heading', { name: new RegExp(`${t('popup.entities')} 3`) })).not.toBeNull();
});

it('a session that expired on another day shows the day', async () => {
  const yesterday = NOW - 86_400_000;
  const expired = createSessionSummary({ accessExpiresAt: yesterday, refreshExpiresAt: yesterday });
  const { card } = await openWith({ state: () => stateWith({ sessions: [expired] }) });
  expect(
    card('teacher-04').queryByText(
      t('popup.session.refreshExpired', { refreshExpiresAt: formatDayAndTime(yesterday) }),
    ),
  ).not.toBeNull();
});

it('a session whose refresh token never expires shows that instead of a countdown', async () => {
  const { receivedAt } = createSessionSummary();
  const refreshExpiresAt = receivedAt + MAX_LIFETIME_SECONDS * 1000;
  const { card } = await openWith({
    state: () => stateWith({ sessions: [createSessionSummary({ refreshExpiresAt })] }),
  });
  expect(card('teacher-04').queryByText(t('popup.neverExpires'))).not.toBeNull();
  expect(card('teacher-04').getByLabelText(t('popup.refreshToken')).getAttribute('aria-valuetext')).toBe(
    t('popup.neverExpires'),
  );
});

it('only the token that expires soon has a marked lifetime', async () => {
  const refreshExpiresAt = NOW + 30_000;
  const { card } = await openWith({
    state: () => stateWith({ sessions: [createSessionSummary({ refreshExpiresAt })] }),
  });
  const classOf = (name: string) =>
    card('teacher-04').getByLabelText(name).parentElement?.querySelector('div')?.className;
  expect(classOf(t('popup.accessToken'))).toBe('meter');
  expect(classOf(t('popup.refreshToken'))).toBe('meter warning');
});

it('stored sessions that could not be read are reported', async () => {
  const { screen } = await openPopup({ state: () => stateWith({ unreadableSessions: 1 }) });
  expect(screen.queryByText(tPattern('popup.persistence.unreadable'))).not.toBeNull();
});

it('the sessions count their remaining time down each second, visibly and for screen readers', async () => {
  const { card, passSeconds } = await openWith();
  expect(card('teacher-04').queryByText(t('page.timeOf', { left: '4:12', whole: '5:00' }))).not.toBeNull();
  expect(card('teacher-04').queryByText(t('page.timeOf', { left: '29:12', whole: '30:00' }))).not.toBeNull();
  passSeconds(1);
  await card('teacher-04').findByText(t('page.timeOf', { left: '4:11', whole: '5:00' }));
  expect(card('teacher-04').getByLabelText(t('popup.accessToken')).getAttribute('aria-valuetext')).toBe(
    t('page.timeOf', { left: '4:11', whole: '5:00' }),
  );
});

it('the state of a shown session changes to “ends soon”, then to “expired”', async () => {
  const { screen, passSeconds } = await openWith({ state: () => stateWith({ sessions: [teacher] }) });
  passSeconds(200);
  await screen.findByText(t('popup.session.expiresSoon'));
  passSeconds(1600);
  await screen.findByText(t('popup.expired'));
  expect(screen.queryByText(t('popup.session.expiresSoon'))).toBeNull();
});

it('sessions of other environments are not listed', async () => {
  const other = createSessionSummary({ id: 'session-9', userId: 'elsewhere', environmentId: 'staging' });
  const { screen } = await openWith({ state: () => stateWith({ sessions: [teacher, other] }) });
  expect(screen.queryByText('elsewhere')).toBeNull();
});

it.each([
  [8 * 1024, 0],
  [8 * 1024 + 1, 1],
])('a session with an access token of %i bytes has %i warnings about its size', async (accessTokenBytes, count) => {
  const { card } = await openWith({
    state: () => stateWith({ sessions: [createSessionSummary({ accessTokenBytes })] }),
  });
  expect(card('teacher-04').queryAllByText(tPattern('popup.token.large'))).toHaveLength(count);
});

it('sessions whose tokens could not be deleted are not reported as logged out', async () => {
  const { screen, user } = await openWith({ logout: () => ({ ok: false, failure: { reason: 'not-stored' } }) });
  await user.click(screen.getByRole('button', { name: t('popup.logOut', { userId: 'teacher-04' }) }));
  await screen.findByText(tPattern('popup.tokensNotDeleted', { userId: 'teacher-04' }));
  expect(screen.queryByText(tPattern('popup.loggedOutLocally'))).toBeNull();
});

it('the sessions show why a refresh failed', async () => {
  const lastRefreshFailure = { at: NOW, failure: { reason: 'unreachable', detail: 'localhost:8080' } } as const;
  const { card } = await openWith({
    state: () => stateWith({ sessions: [createSessionSummary({ lastRefreshFailure })] }),
  });
  expect(
    card('teacher-04').queryByText(
      tPattern('popup.session.refreshFailed', {
        title: t('identity.error.unreachable.title', { host: 'localhost:8080' }),
        sentence: t('identity.error.unreachable.remedy'),
      }),
    ),
  ).not.toBeNull();
});

it.each([
  ['rejected by the provider', { reason: 'rejected', status: 400, error: 'invalid_grant', description: '' }, true],
  ['unable to reach the provider', { reason: 'unreachable', detail: 'localhost:8080' }, false],
] as const)(
  'a session whose refresh was %s has a log-in button only if a new log-in helps',
  async (_what, failure, isOffered) => {
    const { card, user, screen } = await openWith({
      state: () => stateWith({ sessions: [createSessionSummary({ lastRefreshFailure: { at: NOW, failure } })] }),
    });
    const logInButton = card('teacher-04').queryByRole('button', { name: t('popup.logInAgain') });
    expect(logInButton !== null).toBe(isOffered);
    if (logInButton === null) return;
    await user.click(logInButton);
    expect(await screen.findByRole('heading', { name: t('popup.logIn.title') })).toBeTruthy();
  },
);

it('the sessions show a user id that is long, in Hindi and contains markup completely, and as text', async () => {
  const userId = `<b>शिक्षक</b>-${'x'.repeat(200)}`;
  const { screen } = await openWith({ state: () => stateWith({ sessions: [createSessionSummary({ userId })] }) });
  expect(screen.queryByText(userId)).not.toBeNull();
});

it('the token of a session can be copied', async () => {
  const { card, user, copied, screen, identityRequests } = await openWith({ token: () => token });
  await user.click(card('teacher-04').getByRole('button', { name: t('popup.copyToken') }));
  expect((await screen.findByRole('status')).textContent).toContain(
    t('popup.copied', { what: t('popup.copyTarget.token'), userId: 'teacher-04' }),
  );
  expect(copied).toEqual(['the-access-token']);
  expect(identityRequests).toEqual([{ request: 'token', payload: { sessionId: 'session-1' } }]);
  expect(document.body.innerHTML).not.toContain('the-access-token');
});

it('the Authorization header of a session can be copied', async () => {
  const { card, user, copied, screen } = await openWith({ token: () => token });
  await user.click(card('teacher-04').getByRole('button', { name: t('popup.copyHeader') }));
  await screen.findByText(t('popup.copied', { what: t('popup.copyTarget.header'), userId: 'teacher-04' }));
  expect(copied).toEqual(['Authorization: Bearer the-access-token']);
});

it('the token of an inactive session can be copied', async () => {
  const { user, identityRequests, screen } = await openWith({ token: () => token });
  await user.click(screen.getByRole('button', { name: t('popup.token.copyOf', { userId: 'student-17' }) }));
  await screen.findByText(t('popup.copied', { what: t('popup.copyTarget.token'), userId: 'student-17' }));
  expect(identityRequests).toEqual([{ request: 'token', payload: { sessionId: 'session-2' } }]);
});

it('a session without a token to copy shows the reason', async () => {
  const { card, user, screen, copied } = await openWith({
    token: () => ({ ok: false, failure: { reason: 'expired' } }),
  });
  await user.click(card('teacher-04').getByRole('button', { name: t('popup.copyToken') }));
  expect((await screen.findByRole('alert')).textContent).toContain(
    t('identity.error.sessionExpired.remedy', { userId: 'teacher-04' }),
  );
  expect(copied).toEqual([]);
});

it('a session can be refreshed', async () => {
  const { user, identityRequests, screen } = await openWith({ refresh: () => SUCCESS });
  await user.click(screen.getByRole('button', { name: t('popup.refreshNow', { userId: 'student-17' }) }));
  await screen.findByText(t('popup.session.refreshed', { userId: 'student-17' }));
  expect(identityRequests).toEqual([{ request: 'refresh', payload: { sessionId: 'session-2' } }]);
});

it('a session can be activated', async () => {
  const { user, identityRequests, screen } = await openWith({ activate: () => SUCCESS });
  await user.click(screen.getByRole('button', { name: t('popup.actAs.button', { userId: 'student-17' }) }));
  await screen.findByText(t('popup.activeEntityChanged', { userId: 'student-17' }));
  expect(identityRequests).toEqual([{ request: 'activate', payload: { sessionId: 'session-2' } }]);
});

it('a session can be logged out, even if the provider is unreachable', async () => {
  const { user, screen } = await openWith({
    logout: () => ({ ok: false, failure: { reason: 'unreachable', detail: 'localhost:8080' } }),
  });
  await user.click(screen.getByRole('button', { name: t('popup.logOut', { userId: 'teacher-04' }) }));
  expect((await screen.findByRole('alert')).textContent).toContain(
    'localhost:8080 not reachable. Tokens of teacher-04 were deleted locally',
  );
});

it('a session that another page has logged out is reported as logged out', async () => {
  const { user, screen } = await openWith({
    logout: () => ({ ok: false, failure: { reason: 'gone', item: 'session' } }),
  });
  await user.click(screen.getByRole('button', { name: t('popup.logOut', { userId: 'teacher-04' }) }));
  await screen.findByText(t('popup.loggedOut', { userId: 'teacher-04' }));
});

it('an expired session can be removed, or logged in again', async () => {
  const { user, screen, field } = await openWith();
  expect(screen.queryByRole('button', { name: t('popup.forget', { userId: 'student-02' }) })).not.toBeNull();
  await user.click(screen.getByRole('button', { name: t('popup.logInAgain') }));
  expect(field(t('popup.userId')).value).toBe('student-02');
  await waitForFocus(() => field(t('popup.password')));
});

it('the focus stays in the list of sessions when the focused card is removed', async () => {
  let state: IdentityState = threeSessions;
  const { user, screen, model } = await openWith({
    state: () => state,
    logout: () => {
      state = stateWith({ sessions: [teacher, student] });
      return SUCCESS;
    },
  });
  await user.click(screen.getByRole('button', { name: t('popup.forget', { userId: 'student-02' }) }));
  await model.load();
  await screen.findByRole('heading', { name: new RegExp(`${t('popup.entities')} 2`) });
  await waitForFocus(() => screen.getByRole('heading', { name: new RegExp(`${t('popup.entities')} 2`) }));
});

it('the focus stays in the list of sessions when a card is removed before the first effects of the page', async () => {
  const { requestAnimationFrame } = options;
  options.requestAnimationFrame = () => undefined;
  onTestFinished(() => void Object.assign(options, { requestAnimationFrame }));
  let state: IdentityState = threeSessions;
  const { user, screen, model } = await openWith({
    state: () => state,
    logout: () => {
      state = stateWith({ sessions: [teacher, student] });
      return SUCCESS;
    },
  });
  await user.click(screen.getByRole('button', { name: t('popup.forget', { userId: 'student-02' }) }));
  await model.load();
  await waitForFocus(() => screen.getByRole('heading', { name: new RegExp(`${t('popup.entities')} 2`) }));
});

it('the log-in form for another entity can be opened and cancelled', async () => {
  const { user, screen } = await openWith();
  await user.click(screen.getByRole('button', { name: t('popup.logIn.another') }));
  await waitForFocus(() => screen.getByRole('textbox', { name: t('popup.userId') }));
  await user.click(screen.getByRole('button', { name: t('popup.cancel') }));
  expect(screen.queryByRole('article', { name: 'teacher-04' })).not.toBeNull();
});

it('the Tab key reaches each control of the popup and of a session, in the order of the page', async () => {
  const { user } = await openWith();
  const names: string[] = [];
  for (let step = 0; step < 12; step += 1) {
    await user.tab();
    const { activeElement } = document;
    names.push(activeElement?.getAttribute('aria-label') ?? labelOf(activeElement));
  }
  expect(names).toEqual([
    t('popup.openWelcome'),
    t('popup.openEnvironments'),
    t('popup.stop'),
    t('popup.openPanelWindow'),
    'Local registry (localhost:8080, sunbird-rc)',
    t('popup.logOutAll'),
    t('popup.actAs.label'),
    t('popup.copyToken'),
    t('popup.copyHeader'),
    'Show token of teacher-04',
    'Refresh teacher-04 now',
    'Log out teacher-04',
  ]);
});

function labelOf(element: Element | null): string {
  return (element?.closest('label') ?? element)?.textContent ?? '';
}
