import { createRemoteJWKSet, jwtVerify } from 'jose';
import { describe, expect, it } from 'vitest';
import type { IdentityProvider } from '#demo/identity-provider/identity-provider';
import { entityThatIs, provider } from './provider-setup';

const ENDPOINTS = '/auth/realms/sunbird-rc/protocol/openid-connect';

async function post(idp: IdentityProvider, form: Record<string, string>, endpoint = 'token') {
  const response = await fetch(`${idp.url}${ENDPOINTS}/${endpoint}`, {
    method: 'POST',
    body: new URLSearchParams(form),
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

function passwordForm(idp: IdentityProvider) {
  const { userId, password } = entityThatIs('ready', idp);
  return { grant_type: 'password', client_id: 'registry-frontend', username: userId, password };
}

describe('the demo identity provider', () => {
  it('signs access tokens that anybody can check with its keys', async () => {
    const idp = await provider();
    const { body } = await post(idp, passwordForm(idp));
    const keys = createRemoteJWKSet(new URL(`${idp.url}${ENDPOINTS}/certs`));
    const issuer = `${idp.url}/auth/realms/sunbird-rc`;
    const { payload, protectedHeader } = await jwtVerify(body.access_token, keys, { issuer });
    expect(protectedHeader).toMatchObject({ alg: 'RS256', typ: 'JWT' });
    expect(payload).toMatchObject({
      typ: 'Bearer',
      azp: 'registry-frontend',
      preferred_username: 'teacher-04',
      realm_access: { roles: ['Teacher'] },
      scope: 'email profile',
      sid: body.session_state,
    });
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(300);
  });

  it('makes up its passwords at every start', async () => {
    const [one, other] = [await provider(), await provider()];
    expect(entityThatIs('ready', one).password).not.toBe(entityThatIs('ready', other).password);
  });

  it('sends no CORS headers', async () => {
    const idp = await provider();
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
  ])('refuses a request with %s', async (_case, change, status, error) => {
    const idp = await provider();
    const form: Record<string, string> = passwordForm(idp);
    for (const [field, value] of Object.entries(change)) {
      if (value === undefined) delete form[field];
      else form[field] = value;
    }
    const refused = await post(idp, form);
    expect(refused).toMatchObject({ status, body: { error } });
  });

  it('responds to GET with 405, JSON with 400, an unknown path with 404, a broken path without falling over', async () => {
    const idp = await provider();
    const token = `${idp.url}${ENDPOINTS}/token`;
    const statuses = [
      (await fetch(token)).status,
      (await fetch(token, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' })).status,
      (await fetch(`${idp.url}/elsewhere`)).status,
    ];
    expect(statuses).toEqual([405, 400, 404]);
    await expect(fetch(`${idp.url}/auth/realms/%E0%A4%A/x`)).rejects.toThrow('fetch failed');
    expect((await post(idp, passwordForm(idp))).status).toBe(200);
  });

  it('takes each refresh token once', async () => {
    const idp = await provider();
    const { body } = await post(idp, passwordForm(idp));
    const form = { grant_type: 'refresh_token', client_id: 'registry-frontend', refresh_token: body.refresh_token };
    expect((await post(idp, form)).status).toBe(200);
    expect(await post(idp, form)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  });

  it('the demo identity provider keeps no password and no token in its list of requests', async () => {
    const idp = await provider();
    const { body } = await post(idp, passwordForm(idp));
    const seen = JSON.stringify(idp.requests);
    expect(seen).toContain('teacher-04');
    for (const secret of [entityThatIs('ready', idp).password, body.access_token, body.refresh_token]) {
      expect(seen).not.toContain(secret);
    }
  });
});
