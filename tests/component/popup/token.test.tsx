import { waitFor } from '@testing-library/preact';
import { expect, it } from 'vitest';
import type { IdentityResponse, TokenView } from '#extension/protocol/identity-protocol';
import { t, tPattern } from '#tests/drivers/texts';
import { runWithFakeCurl } from '#tests/fixtures/shells';
import { createSessionSummary, NOW, openPopup, stateWith, waitForFocus } from './popup-setup';

const view: TokenView = {
  algorithm: 'RS256',
  omitted: {},
  claims: {
    iss: 'http://localhost:8080/auth/realms/sunbird-rc',
    exp: NOW / 1000 + 252,
    preferred_username: 'teacher-04',
  },
  accessExpiresAt: NOW + 252_000,
  expectedIssuer: 'http://localhost:8080/auth/realms/sunbird-rc',
};

async function openToken(tokenView: TokenView | null, accessToken = 'the-token') {
  const popup = await openPopup({
    state: () => stateWith({ sessions: [createSessionSummary()], activeIn: { 'local-registry': 'session-1' } }),
    claims: () => ({ ok: true, value: tokenView }),
    token: () => ({ ok: true, value: { accessToken } }),
  });
  await popup.user.click(popup.screen.getByRole('button', { name: t('popup.token.showOf', { userId: 'teacher-04' }) }));
  await popup.screen.findByRole('region', { name: t('popup.tokenOf', { userId: 'teacher-04' }) });
  return popup;
}

it('the token view shows the claims with their meanings and a countdown, but not the token', async () => {
  const { screen, passSeconds } = await openToken(view);
  const text = () =>
    screen.getByRole('region', { name: t('popup.tokenOf', { userId: 'teacher-04' }) }).textContent ?? '';
  expect(text()).toContain(t('identity.claim.iss'));
  expect(text()).toContain('(4:12 left)');
  passSeconds(12);
  await waitFor(() => expect(text()).toContain('(4:00 left)'));
  expect(text()).not.toContain('the-token');
  await waitForFocus(() => screen.getByRole('heading', { name: tPattern('popup.tokenOf', { userId: 'teacher-04' }) }));
});

it('the token view warns that the registry expects another issuer, and that the token expires soon', async () => {
  const { screen, passSeconds } = await openToken({ ...view, expectedIssuer: 'http://keycloak:8080/x' });
  expect(screen.queryByText(tPattern('identity.tokenWarning.issuer'))).not.toBeNull();
  passSeconds(200);
  await screen.findByText(tPattern('identity.tokenWarning.expiresSoon'));
});

it('the token view shows a message if the token is not a JSON Web Token', async () => {
  const { screen } = await openToken(null);
  expect(screen.queryByText(tPattern('popup.token.opaque'))).not.toBeNull();
});

it.each([
  [t('popup.copyToken'), 'the-token'],
  [t('popup.copyHeader'), 'Authorization: Bearer the-token'],
  [
    t('popup.copyAsCurl'),
    `curl --globoff --proto '=http,https' \\
  --url 'http://localhost:8091/api/v1/' \\
  --header 'Authorization: Bearer the-token'`,
  ],
])('the button “%s” of the token view copies %s', async (name, text) => {
  const { screen, user, copied } = await openToken(view);
  await user.click(screen.getByRole('button', { name }));
  await screen.findByText(tPattern('popup.copied'));
  expect(copied).toEqual([text]);
});

it('Copy as curl quotes a token that contains a quote', async () => {
  const token = "x'; touch pwned; '$(id)";
  const { screen, user, copied } = await openToken(view, token);
  await user.click(screen.getByRole('button', { name: t('popup.copyAsCurl') }));
  await screen.findByText(tPattern('popup.copied'));
  const { calls, files } = runWithFakeCurl('sh', copied[0] ?? '');
  expect(calls[0]?.at(-1)).toBe(`Authorization: Bearer ${token}`);
  expect(files).toEqual([]);
});

it('the token view shows the claims of the new token after a refresh, and closes after a log-out', async () => {
  let claims: IdentityResponse<'claims'> = { ok: true, value: view };
  const popup = await openPopup({
    state: () => stateWith({ sessions: [createSessionSummary()], activeIn: { 'local-registry': 'session-1' } }),
    claims: () => claims,
  });
  await popup.user.click(popup.screen.getByRole('button', { name: t('popup.token.showOf', { userId: 'teacher-04' }) }));
  await popup.screen.findByText(t('popup.left', { left: '4:12' }));
  claims = { ok: true, value: { ...view, claims: { ...view.claims, exp: NOW / 1000 + 300 } } };
  await popup.model.load();
  await popup.screen.findByText(t('popup.left', { left: '5:00' }));
  claims = { ok: false, failure: { reason: 'gone', item: 'session' } };
  await popup.model.load();
  await popup.screen.findByRole('article', { name: 'teacher-04' });
});

it('the token view has a button back to the list', async () => {
  const { screen, user } = await openToken(view);
  await user.click(screen.getByRole('button', { name: t('popup.token.back') }));
  expect(screen.queryByRole('article', { name: 'teacher-04' })).not.toBeNull();
});
