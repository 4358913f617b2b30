import { expect } from '@playwright/test';
import { decodeJwt } from 'jose';
import type { Page } from 'playwright';
import type { EnvironmentDraft } from '#core/identity/environment-draft';
import type { DemoEntity } from '#demo/identity-provider/entities';
import { endpointOf, type LoginProvider } from '#demo/identity-provider/login-provider';
import {
  addEnvironment,
  addEnvironmentInPopup,
  callIdentityService,
  logIn,
  readSession,
  toEnvironmentDraft,
} from '#tests/drivers/popup-driver';
import { t } from '#tests/drivers/texts';
import type { LogInTest } from './log-in-fixtures';
import { readStoredTokens } from './stored-tokens';

/** Defines the tests of logging in through the real popup, for any provider. */
export function defineLogInTests(test: LogInTest): void {
  test.beforeEach(async ({ launched, provider }) => {
    await addEnvironment(launched.context, launched.extensionId, toEnvironmentDraft(provider));
  });

  test('an entity logs in, and a server that checks signature and issuer accepts its token', async ({
    popup,
    provider,
    resources,
  }) => {
    const [teacher] = readyEntities(provider);
    await logIn(popup, teacher);
    await expect(popup.getByText(t('popup.inUse'))).toBeVisible();
    const session = await readSession(popup, teacher.userId);
    expect(session).toMatchObject({ tokenType: 'Bearer', notBeforePolicy: 0 });
    const lifetimeMs = (session?.accessExpiresAt ?? 0) - (session?.receivedAt ?? 0);
    // The lifetime is in whole seconds, and one second less if a second ended before the response.
    expect([299_000, 300_000]).toContain(lifetimeMs);
    const authorization = `Bearer ${await readToken(popup, teacher.userId)}`;
    const response = await fetch(`${resources.url}/api/v1/Teacher`, { headers: { authorization } });
    expect(response.status).toBe(200);
    expect(resources.calls.at(-1)).toMatchObject({ userId: teacher.userId, status: 200 });
  });

  test('a server rejects a token whose issuer was changed', async ({ popup, provider, resources }) => {
    const [teacher] = readyEntities(provider);
    await logIn(popup, teacher);
    await expect(popup.getByText(t('popup.inUse'))).toBeVisible();
    const token = await readToken(popup, teacher.userId);
    const [head, claims, signature] = token.split('.');
    const other = Buffer.from(JSON.stringify({ ...decodeJwt(token), iss: 'http://keycloak:8080' })).toString(
      'base64url',
    );
    expect(claims).not.toBe(other);
    const authorization = `Bearer ${head}.${other}.${signature}`;
    expect((await fetch(`${resources.url}/api/v1/Teacher`, { headers: { authorization } })).status).toBe(401);
  });

  for (const { attempt, entity, change, message } of rejectedLogIns) {
    test(`${attempt} is rejected with “${message}”, and no session is stored`, async ({ popup, provider }) => {
      await addEnvironmentInPopup(popup, { ...toEnvironmentDraft(provider), ...change });
      const { userId, password } = entity(provider);
      await logIn(popup, { userId, password });
      await expect(popup.getByRole('alert')).toContainText(message);
      expect(await readSession(popup, userId)).toBeNull();
    });
  }

  test('the popup shows the missing endpoint and suggests checking the path prefix if the prefix is wrong', async ({
    popup,
    provider,
    pathPrefix,
  }) => {
    const draft = { ...toEnvironmentDraft(provider), pathPrefix: pathPrefix === '' ? '/auth' : '' };
    await addEnvironmentInPopup(popup, draft);
    await logIn(popup, readyEntities(provider)[0]);
    await expect(popup.getByRole('alert')).toContainText(t('identity.error.noEndpoint.title'));
    await expect(popup.getByRole('alert')).toContainText(
      `(${draft.pathPrefix === '' ? t('identity.noPathPrefix') : '/auth'})`,
    );
  });

  test('a refresh returns new tokens of the same session', async ({ popup, provider }) => {
    const [teacher] = readyEntities(provider);
    await logIn(popup, teacher);
    await expect(popup.getByText(t('popup.inUse'))).toBeVisible();
    const before = await readSession(popup, teacher.userId);
    const [first] = await readStoredTokens(popup);
    await popup.getByRole('button', { name: t('popup.refreshNow', { userId: teacher.userId }) }).click();
    await expect(popup.getByText(t('popup.session.refreshed', { userId: teacher.userId }))).toBeVisible();
    const [second] = await readStoredTokens(popup);
    expect(second?.refreshToken).not.toBe(first?.refreshToken);
    expect((await readSession(popup, teacher.userId))?.sessionState).toBe(before?.sessionState);
  });

  test('log-out ends the session at the provider, which then rejects the session’s refresh token', async ({
    popup,
    provider,
  }) => {
    const [teacher] = readyEntities(provider);
    await logIn(popup, teacher);
    await expect(popup.getByText(t('popup.inUse'))).toBeVisible();
    const [stored] = await readStoredTokens(popup);
    await popup.getByRole('button', { name: t('popup.logOut', { userId: teacher.userId }) }).click();
    await expect(popup.getByText(t('popup.loggedOut', { userId: teacher.userId }))).toBeVisible();
    expect(await readStoredTokens(popup)).toEqual([]);
    expect(await refreshAt(provider, 'registry-frontend', stored?.refreshToken ?? '')).toEqual({
      status: 400,
      body: { error: 'invalid_grant', error_description: 'Session not active' },
    });
  });

  test('the popup shows a session with an expired refresh token as expired, and the provider rejects the token', async ({
    popup,
    provider,
  }) => {
    const draft = { ...toEnvironmentDraft(provider), clientId: 'short-lived' };
    await addEnvironmentInPopup(popup, draft);
    const [teacher] = readyEntities(provider);
    await logIn(popup, teacher);
    await expect(popup.getByText(t('popup.expired'), { exact: true })).toBeVisible();
    await expect(popup.getByRole('button', { name: t('popup.logInAgain') })).toBeVisible();
    const [stored] = await readStoredTokens(popup);
    const refresh = () => refreshAt(provider, 'short-lived', stored?.refreshToken ?? '');
    expect((await refresh()).status).toBe(400);
    // If token and session expire within one second, Keycloak may report the expired session first.
    await expect.poll(refresh).toEqual({
      status: 400,
      body: { error: 'invalid_grant', error_description: 'Token is not active' },
    });
  });

  test('two entities have separate tokens, and a click switches the active entity', async ({ popup, provider }) => {
    const [teacher, student] = readyEntities(provider);
    await logIn(popup, teacher);
    await popup.getByRole('button', { name: t('popup.logIn.another') }).click();
    await logIn(popup, student);
    await expect(cardOf(popup, student)).toHaveAttribute('aria-current', 'true');
    for (const { userId } of [teacher, student]) {
      expect(decodeJwt(await readToken(popup, userId)).preferred_username).toBe(userId);
    }
    await popup.getByRole('button', { name: t('popup.actAs.button', { userId: teacher.userId }) }).click();
    await expect(cardOf(popup, teacher)).toHaveAttribute('aria-current', 'true');
    await expect(cardOf(popup, student)).toHaveAttribute('aria-current', 'false');
  });
}

interface RejectedLogIn {
  readonly attempt: string;
  readonly entity: (provider: LoginProvider) => Pick<DemoEntity, 'userId' | 'password'>;
  readonly change: Partial<EnvironmentDraft>;
  readonly message: string;
}

const ready = (provider: LoginProvider) => readyEntities(provider)[0];

const rejectedLogIns: readonly RejectedLogIn[] = [
  {
    attempt: 'a wrong password',
    entity: (provider) => ({ ...ready(provider), password: 'not-the-password' }),
    change: {},
    message: t('identity.error.badCredentials.title'),
  },
  {
    attempt: 'an unknown user',
    entity: (provider) => ({ ...ready(provider), userId: 'nobody' }),
    change: {},
    message: t('identity.error.badCredentials.title'),
  },
  {
    attempt: 'a disabled user',
    entity: (provider) => findEntity('disabled', provider),
    change: {},
    message: t('identity.error.accountDisabled.title'),
  },
  {
    attempt: 'a temporary password',
    entity: (provider) => findEntity('temporary-password', provider),
    change: {},
    message: t('identity.error.accountNotSetUp.title'),
  },
  {
    attempt: 'an unknown client',
    entity: ready,
    change: { clientId: 'nobody' },
    message: t('identity.error.unknownClient.title'),
  },
  {
    attempt: 'a client without direct access grants',
    entity: ready,
    change: { clientId: 'admin-portal' },
    message: t('identity.error.noDirectAccessGrants.title'),
  },
  {
    attempt: 'a realm that is not there',
    entity: ready,
    change: { realm: 'nowhere' },
    message: t('identity.error.unknownRealm.title'),
  },
];

function findEntity(state: DemoEntity['state'], { entities }: LoginProvider): DemoEntity {
  const entity = entities.find((known) => known.state === state);
  if (entity === undefined) throw new Error(`The provider has no entity that is ${state}.`);
  return entity;
}

function readyEntities({ entities }: LoginProvider): readonly [DemoEntity, DemoEntity] {
  const [first, second] = entities.filter(({ state }) => state === 'ready');
  if (first === undefined || second === undefined) throw new Error('The provider has fewer than two entities.');
  return [first, second];
}

function cardOf(popup: Page, { userId }: DemoEntity) {
  return popup.getByRole('article', { name: userId });
}

/** Returns the access token, which the popup gets in the same way to copy it. */
async function readToken(popup: Page, userId: string): Promise<string> {
  const session = await readSession(popup, userId);
  const response = await callIdentityService(popup, 'token', { sessionId: session?.id ?? '' });
  if (!response.ok) throw new Error(`There is no token: ${response.failure.reason}`);
  return response.value.accessToken;
}

async function refreshAt(provider: LoginProvider, clientId: string, token: string) {
  const body = new URLSearchParams({ grant_type: 'refresh_token', client_id: clientId, refresh_token: token });
  const response = await fetch(endpointOf(provider, 'token'), { method: 'POST', body });
  return { status: response.status, body: await response.json() };
}
