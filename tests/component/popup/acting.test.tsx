import { describe, expect, it } from 'vitest';
import type { IdentityState } from '#extension/protocol/identity-state';
import { t, tPattern } from '#tests/drivers/texts';
import { createSessionSummary, openPopup, stateWith } from './popup-setup';

describe('on and off', () => {
  const open = (
    state: Partial<IdentityState> = {},
    overrides: Parameters<typeof openPopup>[0] = {},
    tabUrl?: string,
  ) => {
    const identityState = stateWith({
      sessions: [createSessionSummary()],
      activeIn: { 'local-registry': 'session-1' },
      ...state,
    });
    const responses = { state: () => identityState, startActing: () => DONE, stopActing: () => null, ...overrides };
    return openPopup(responses, undefined, tabUrl);
  };
  const DONE = { ok: true, value: null } as const;
  const LABEL = t('popup.actAs.label');
  const actingIn = (tabId: number) => [{ tabId, sessionId: 'session-1', pageOrigin: 'https://learn.example.org' }];

  it('acting in this tab is off by default, and turning it on requests access to page and registry, then starts acting in the tab', async () => {
    const { field, user, identityRequests, permissions } = await open({ acting: actingIn(8) });
    expect(field(LABEL).checked).toBe(false);
    await user.click(field(LABEL));
    expect(permissions).toEqual(['http://localhost/*', 'https://learn.example.org/*']);
    const payload = { tabId: 7, sessionId: 'session-1', pageOrigin: 'https://learn.example.org' };
    expect(identityRequests).toEqual([{ request: 'startActing', payload }]);
  });

  it('acting in this tab can be turned off', async () => {
    const { field, user, identityRequests } = await open({ acting: actingIn(7) });
    expect(field(LABEL).checked).toBe(true);
    await user.click(field(LABEL));
    expect(identityRequests).toEqual([{ request: 'stopActing', payload: { tabId: 7 } }]);
  });

  it('acting in this tab shows the hosts that it applies to, including their other ports and subdomains', async () => {
    const { screen } = await open();
    expect(screen.getByText(tPattern('popup.actAs.scope')).textContent).toContain(
      'from learn.example.org and localhost, including any port and subdomain,',
    );
  });

  it.each(['chrome://settings', ''])('acting in this tab cannot be turned on for "%s"', async (tabUrl) => {
    const { field, user, identityRequests, permissions, screen } = await open({}, {}, tabUrl);
    await user.click(field(LABEL));
    expect((await screen.findByRole('alert')).textContent).toContain(t('popup.actingFailure.noWebPage'));
    expect([identityRequests, permissions]).toEqual([[], []]);
  });

  it.each([
    ['rejected', t('popup.actingFailure.rejected')],
    ['another-page', t('popup.actingFailure.anotherPage')],
    ['no-session', t('popup.session.expired')],
  ] as const)('acting in this tab shows why it did not start: %s', async (reason, text) => {
    const { field, user, screen } = await open({}, { startActing: () => ({ ok: false, failure: { reason } }) });
    await user.click(field(LABEL));
    expect((await screen.findByRole('alert')).textContent).toContain(text);
  });

  it.each([
    ['another-site', 'popup.actingEnded.anotherSite'],
    ['unreadable-page', 'popup.actingEnded.unreadablePage'],
    ['registry-changed', 'popup.actingEnded.registryChanged'],
    ['no-permission', 'popup.actingEnded.noPermission'],
    ['rejected', 'popup.actingEnded.rejected'],
  ] as const)('acting in this tab shows why it ended until the user dismisses the message: %s', async (reason, key) => {
    const notice = { tabId: 7, userId: 'teacher-04', reason };
    const { screen, user, identityRequests } = await open({ actingEnded: [{ ...notice, tabId: 8 }, notice] });
    screen.getByText(t(key, { userId: 'teacher-04' }));
    await user.click(screen.getByRole('button', { name: t('common.dismiss') }));
    expect(identityRequests).toEqual([{ request: 'stopActing', payload: { tabId: 7 } }]);
  });
});
