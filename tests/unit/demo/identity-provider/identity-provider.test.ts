import { expect, it } from 'vitest';
import type { IdentityProvider } from '#demo/identity-provider/identity-provider';
import { findEntity, startProvider } from './provider-setup';

const ENDPOINTS = '/auth/realms/sunbird-rc/protocol/openid-connect';

async function post(idp: IdentityProvider, form: Record<string, string>, endpoint = 'token') {
  const response = await fetch(`${idp.url}${ENDPOINTS}/${endpoint}`, {
    method: 'POST',
    body: new URLSearchParams(form),
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

function passwordForm(idp: IdentityProvider) {
  const { userId, password } = findEntity('ready', idp);
  return { grant_type: 'password', client_id: 'registry-frontend', username: userId, password };
}

it('the demo identity provider sends no CORS headers', async () => {
  const idp = await startProvider();
  const { headers } = await post(idp, passwordForm(idp));
  expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
});

it.each([
  ['no grant_type', { grant_type: undefined }, 400, 'invalid_request'],
  ['another grant_type', { grant_type: 'magic' }, 400, 'unsupported_grant_type'],
  ['no client_id', { client_id: undefined }, 401, 'invalid_client'],
  ['no username', { username: undefined }, 401, 'invalid_request'],
  ['no password', { password: undefined }, 401, 'invalid_grant'],
  ['grant_type refresh_token without a token', { grant_type: 'refresh_token' }, 400, 'invalid_request'],
])('the demo identity provider rejects a request with %s', async (_case, change, status, error) => {
  const idp = await startProvider();
  const form: Record<string, string> = passwordForm(idp);
  for (const [field, value] of Object.entries(change)) {
    if (value === undefined) delete form[field];
    else form[field] = value;
  }
  const rejected = await post(idp, form);
  expect(rejected).toMatchObject({ status, body: { error } });
});

it('the demo identity provider accepts each refresh token only once', async () => {
  const idp = await startProvider();
  const { body } = await post(idp, passwordForm(idp));
  const form = { grant_type: 'refresh_token', client_id: 'registry-frontend', refresh_token: body.refresh_token };
  expect((await post(idp, form)).status).toBe(200);
  expect(await post(idp, form)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
});
