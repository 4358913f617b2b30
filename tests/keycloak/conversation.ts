import { decodeJwt, decodeProtectedHeader } from 'jose';
import * as z from '#core/util/zod';
import { endpointOf, issuerOf, type LoginProvider } from '#demo/identity-provider/login-provider';

/** One response, limited to what two providers can have in common: no times, ids and tokens. */
export interface ConversationEntry {
  readonly title: string;
  readonly status: number;
  readonly type: string;
  readonly body: unknown;
}

type Form = Readonly<Record<string, string>>;

const tokensSchema = z.looseObject({ access_token: z.string(), refresh_token: z.string(), scope: z.string() });

const pathSchema = z.pipe(
  z.string(),
  z.transform((url) => new URL(url).pathname),
);
const discoverySchema = z.object({
  issuer: pathSchema,
  token_endpoint: pathSchema,
  end_session_endpoint: pathSchema,
  jwks_uri: pathSchema,
});

/** Sends a provider every request that the extension, or a user with wrong settings, may send. */
export async function recordConversation(provider: LoginProvider): Promise<readonly ConversationEntry[]> {
  const entries: ConversationEntry[] = [];
  const send = async (title: string, url: string, init: RequestInit) => {
    const response = await fetch(url, { redirect: 'manual', ...init });
    const text = await response.text();
    entries.push({ title, status: response.status, type: typeOf(response), body: bodyOf(text, provider) });
    return text;
  };
  const post = (title: string, form: Form, endpoint = 'token') =>
    send(title, endpointOf(provider, endpoint), { method: 'POST', body: new URLSearchParams(form) });
  const refreshTokenOf = (text: string) => tokensSchema.parse(JSON.parse(text)).refresh_token;

  await requestTokens(provider, post);
  const first = refreshTokenOf(await post('log-in', formFor(provider, 'ready')));
  await requestRefreshes(first, post, refreshTokenOf);
  await requestLogOuts(refreshTokenOf(await post('another log-in', formFor(provider, 'ready'))), post);
  await requestWithExpiredTokens(provider, post, refreshTokenOf);
  await requestThroughAnotherUrl(provider, send, refreshTokenOf);
  await requestOtherPaths(provider, send);
  return entries;
}

type Post = (title: string, form: Form, endpoint?: string) => Promise<string>;

function formFor({ entities }: LoginProvider, state: string): Form {
  const entity = entities.find((candidate) => candidate.state === state);
  if (entity === undefined) throw new Error(`There is no entity that is ${state}.`);
  const { userId, password } = entity;
  return { grant_type: 'password', client_id: 'registry-frontend', username: userId, password };
}

async function requestTokens(provider: LoginProvider, post: Post): Promise<void> {
  const validForm = formFor(provider, 'ready');
  const without = (field: string): Form =>
    Object.fromEntries(Object.entries(validForm).filter(([name]) => name !== field));
  await post('wrong password', { ...validForm, password: 'wrong' });
  await post('empty password', { ...validForm, password: '' });
  await post('unknown user', { ...validForm, username: 'nobody' });
  for (const state of ['disabled', 'temporary-password']) {
    await post(state, formFor(provider, state));
    await post(`${state}, wrong password`, { ...formFor(provider, state), password: 'wrong' });
  }
  await post('unknown client', { ...validForm, client_id: 'nobody' });
  await post('direct access off', { ...validForm, client_id: 'admin-portal' });
  await post('direct access off, wrong password', { ...validForm, client_id: 'admin-portal', password: 'wrong' });
  await post('another grant', { ...validForm, grant_type: 'magic' });
  for (const field of Object.keys(validForm)) await post(`no ${field}`, without(field));
}

async function requestRefreshes(
  firstToken: string,
  post: Post,
  readRefreshToken: (text: string) => string,
): Promise<void> {
  const form = { grant_type: 'refresh_token', client_id: 'registry-frontend' };
  await post('no refresh token', form);
  await post('malformed refresh token', { ...form, refresh_token: 'abc' });
  await post('refresh by another client', { ...form, client_id: 'admin-portal', refresh_token: firstToken });
  const secondToken = readRefreshToken(await post('refresh', { ...form, refresh_token: firstToken }));
  await post('log-out with a refresh token that was used', { ...form, refresh_token: firstToken }, 'logout');
  await post('refresh after it', { ...form, refresh_token: secondToken });
}

async function requestLogOuts(token: string, post: Post): Promise<void> {
  const form = { client_id: 'registry-frontend', refresh_token: token };
  await post('log-out without a token', { client_id: 'registry-frontend' }, 'logout');
  await post('log-out with a malformed refresh token', { ...form, refresh_token: 'abc' }, 'logout');
  await post('log-out by an unknown client', { ...form, client_id: 'nobody' }, 'logout');
  await post('log-out by another client', { ...form, client_id: 'admin-portal' }, 'logout');
  await post('log-out', form, 'logout');
  await post('refresh after log-out', { ...form, grant_type: 'refresh_token' });
  await post('log-out again', form, 'logout');
}

async function requestWithExpiredTokens(
  provider: LoginProvider,
  post: Post,
  readRefreshToken: (text: string) => string,
): Promise<void> {
  const login = { ...formFor(provider, 'ready'), client_id: 'short-lived' };
  const form = {
    client_id: 'short-lived',
    refresh_token: readRefreshToken(await post('log-in for two seconds', login)),
  };
  const { exp = 0 } = decodeJwt(form.refresh_token);
  await new Promise((resolve) => setTimeout(resolve, (exp + 1) * 1000 - Date.now()));
  await post('refresh too late', { ...form, grant_type: 'refresh_token' });
  await post('log-out too late', form, 'logout');
}

type Send = (title: string, url: string, init: RequestInit) => Promise<string>;

/** Sends requests through another URL, where the same provider has another issuer. */
async function requestThroughAnotherUrl(
  provider: LoginProvider,
  send: Send,
  readRefreshToken: (text: string) => string,
): Promise<void> {
  const other = endpointOf({ ...provider, url: provider.url.replace('127.0.0.1', 'localhost') }, 'token');
  const post = (form: Form) => ({ method: 'POST', body: new URLSearchParams(form) });
  const form = { client_id: 'registry-frontend' };
  const login = await send('log-in through another URL', other, post(formFor(provider, 'ready')));
  const refresh = post({ ...form, grant_type: 'refresh_token', refresh_token: readRefreshToken(login) });
  await send('refresh of it through the default URL', endpointOf(provider, 'token'), refresh);
  await send('log-out of it through the default URL', endpointOf(provider, 'logout'), refresh);
  await send('refresh of it through that URL', other, refresh);
}

async function requestOtherPaths(provider: LoginProvider, send: Send): Promise<void> {
  const token = endpointOf(provider, 'token');
  const post = (body: BodyInit = new URLSearchParams(formFor(provider, 'ready'))) => ({ method: 'POST', body });
  const discovery = (realm: string) => `${issuerOf({ ...provider, realm })}/.well-known/openid-configuration`;
  await send('discovery', discovery(provider.realm), {});
  await send('discovery of an unknown realm', discovery('nowhere'), {});
  await send('GET', token, {});
  await send('JSON', token, { ...post('{}'), headers: { 'content-type': 'application/json' } });
  await send('unknown endpoint', endpointOf(provider, 'nowhere'), post());
  await send('unknown realm', endpointOf({ ...provider, realm: 'nowhere' }, 'token'), post());
  await send('unknown path', `${provider.url}${provider.pathPrefix}/nowhere`, post());
  const otherPrefix = provider.pathPrefix === '' ? '/auth' : '';
  await send('other path prefix', endpointOf({ ...provider, pathPrefix: otherPrefix }, 'token'), post());
}

function typeOf(response: Response): string {
  return (response.headers.get('content-type') ?? '').replace(/;.*$/, '');
}

function bodyOf(text: string, provider: LoginProvider): unknown {
  if (text === '') return null;
  if (text.startsWith('<')) return 'a page';
  const json: unknown = JSON.parse(text.replaceAll(provider.url, 'http://provider'));
  const discovery = discoverySchema.safeParse(json);
  if (discovery.success) return discovery.data;
  const tokens = tokensSchema.safeParse(json);
  return tokens.success ? tokensOf(tokens.data, provider) : json;
}

/** Returns the part of a token response that is the same in each conversation: names, lifetimes and claims. */
function tokensOf(response: z.infer<typeof tokensSchema>, provider: LoginProvider) {
  const { access_token, refresh_token, session_state, scope, expires_in, refresh_expires_in, ...rest } = response;
  return {
    ...rest,
    expires_in: isLifetimeOf(access_token, expires_in),
    refresh_expires_in: isLifetimeOf(refresh_token, refresh_expires_in),
    scope: scope.split(' ').sort(),
    access: claimsOf(access_token, provider, session_state),
    refresh: claimsOf(refresh_token, provider, session_state),
  };
}

/** Whether `seconds` is the lifetime of the token. One second may have passed while it was issued. */
function isLifetimeOf(token: string, seconds: unknown): boolean {
  const { exp = 0, iat = 0 } = decodeJwt(token);
  return seconds === exp - iat || seconds === exp - iat - 1;
}

function claimsOf(token: string, provider: LoginProvider, sessionState: unknown) {
  const { alg, typ, kid } = decodeProtectedHeader(token);
  const { iss, aud, sub, exp = 0, iat = 0, sid, jti, scope, reuse_id: _once, ...claims } = decodeJwt(token);
  return {
    ...claims,
    header: { alg, typ, hasKeyId: kid !== undefined },
    isIssuer: iss === issuerOf(provider),
    audience: aud === iss ? 'the issuer' : aud,
    subject: provider.entities.find(({ id }) => id === sub)?.userId,
    lifetime: exp - iat,
    isSession: sid === sessionState,
    hasId: jti !== undefined,
    hasScope: scope !== undefined,
  };
}
