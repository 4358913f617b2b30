import { describe, expect, it } from 'vitest';
import { MAX_TOKEN_BYTES } from '#core/identity/token-limits';
import type { HeaderRule } from '#extension/background/acting/header-rules';
import type { IdentityService } from '#extension/background/identity/identity-service';
import { createDeferred } from '#tests/drivers/deferred';
import {
  activeTokens,
  createTestDeps,
  logInEntity,
  PAGE,
  readToken,
  startService,
  type TestIdentityDeps,
} from '../identity/test-identity-deps';

const REGISTRY = 'http://127.0.0.1:8091';

async function setUp(registryUrl = REGISTRY) {
  const deps = await createTestDeps();
  const service = startService(deps);
  await moveRegistry(service, registryUrl);
  const { id } = await logInEntity(service, deps);
  const start = (tabId = 7, change = {}) =>
    service.handlers.startActing({ tabId, sessionId: id, pageOrigin: PAGE, ...change });
  return { deps, service, id, start };
}

async function moveRegistry({ handlers }: IdentityService, registryUrl: string): Promise<void> {
  const [environment] = (await handlers.state({})).environments;
  if (environment === undefined) throw new Error('There is no environment.');
  const saved = await handlers.saveEnvironment({
    environmentId: environment.id,
    draft: { ...environment, registryUrl },
  });
  if (!saved.ok) throw new Error('The environment was not saved.');
}

async function reconcile({ service, deps }: { service: IdentityService; deps: TestIdentityDeps }) {
  await service.acting.reconcile();
  const { acting, actingEnded } = await service.handlers.state({});
  return { tokens: activeTokens(deps), acting, actingEnded };
}

const NO_SESSIONS = { tokens: {}, acting: [], actingEnded: [] };
const DONE = { ok: true, value: null };

it('a tab that acts as an entity adds the token to its requests to the registry, and has a badge', async () => {
  const { deps, service, id, start } = await setUp();
  expect(await start()).toEqual(DONE);
  expect(activeTokens(deps)).toEqual({ 7: `Bearer ${await readToken(service, id)}` });
  expect(deps.actingBrowser.badges.get(7)).toEqual({ status: 'acting', userId: 'teacher-04' });
  expect((await service.handlers.state({})).acting).toEqual([{ tabId: 7, sessionId: id, pageOrigin: PAGE }]);
});

it('a tab that acts as an entity adds the token to requests from documents of the page or the registry, and to a URL from the address bar', async () => {
  const { deps, start } = await setUp();
  await start();
  const [documentCondition, addressBarCondition] = [...deps.actingBrowser.rules.values()].map(
    ({ condition }) => condition,
  );
  const common = { tabIds: [7], urlFilter: `|${REGISTRY}/`, isUrlFilterCaseSensitive: true };
  expect(documentCondition).toMatchObject({ ...common, initiatorDomains: ['localhost', '127.0.0.1'] });
  expect(addressBarCondition).toEqual({ ...common, resourceTypes: ['main_frame'], requestMethods: ['get'] });
});

it('a tab that acts as an entity adds the new token after a refresh', async () => {
  const { deps, service, id, start } = await setUp();
  await start();
  const before = activeTokens(deps)[7];
  await service.handlers.refresh({ sessionId: id });
  const { tokens } = await reconcile({ service, deps });
  expect(tokens[7]).toBe(`Bearer ${await readToken(service, id)}`);
  expect(tokens[7]).not.toBe(before);
});

it.each<[string, (service: IdentityService, id: string, deps: TestIdentityDeps) => Promise<unknown>]>([
  ['log-out', (service, id) => service.handlers.logout({ sessionId: id })],
  ['log-out of all', (service) => service.handlers.logoutAll({ environmentId: 'local-registry' })],
  ['the expiry of its tokens', async (_service, _id, deps) => deps.passSeconds(1801)],
  ['the user stops acting', (service) => service.handlers.stopActing({ tabId: 7 })],
  ['the tab is closed', (service) => service.acting.stop(7)],
  [
    'the tab is closed without an event',
    async (_s, _id, { actingBrowser }) => void actingBrowser.pages.set(7, { status: 'closed' }),
  ],
  [
    'the removal of the environment',
    (service) => service.handlers.removeEnvironment({ environmentId: 'local-registry' }),
  ],
])('a tab that acts as an entity stops acting after %s', async (_case, end) => {
  const { deps, service, id, start } = await setUp();
  await start();
  await end(service, id, deps);
  expect(await reconcile({ service, deps })).toEqual(NO_SESSIONS);
  expect(deps.actingBrowser.badges.get(7)).toBeNull();
  expect(deps.actingBrowser.alarm).toBeNull();
});

it('a tab that acts as an entity adds no token once the token has expired, until a refresh returns a new one', async () => {
  const { deps, service, start } = await setUp();
  await start();
  deps.passSeconds(300);
  expect((await reconcile({ service, deps })).tokens).toEqual({});
  await service.refreshDue();
  expect(Object.keys((await reconcile({ service, deps })).tokens)).toEqual(['7']);
});

it('acting as an entity is rejected without a registry URL, without access, without its session and for another page', async () => {
  const withoutRegistry = await setUp('');
  expect(await withoutRegistry.start()).toEqual({ ok: false, failure: { reason: 'no-registry' } });
  const { deps, start } = await setUp();
  expect(await start(7, { pageOrigin: 'http://localhost:5000' })).toMatchObject({
    failure: { reason: 'another-page' },
  });
  expect(await start(7, { sessionId: 'gone' })).toEqual({ ok: false, failure: { reason: 'no-session' } });
  deps.forbid();
  expect(await start()).toEqual({ ok: false, failure: { reason: 'no-permission' } });
  expect(activeTokens(deps)).toEqual({});
});

it.each([
  ['another page of the site', `${PAGE}/other?page#there`],
  ['the registry', `${REGISTRY}/api/v1/Teacher`],
])('acting continues when the tab navigates to %s', async (_where, url) => {
  const { deps, service, start } = await setUp();
  await start();
  deps.actingBrowser.pages.set(7, { status: 'readable', url });
  expect(await reconcile({ service, deps })).toMatchObject({
    tokens: { 7: expect.stringMatching('Bearer') },
    actingEnded: [],
  });
});

it('a URL from the address bar gets no token while the tab is navigating, but requests of its documents do', async () => {
  const { deps, service, start } = await setUp();
  await start();
  deps.actingBrowser.pages.set(7, { status: 'changing' });
  expect(await reconcile({ service, deps })).toMatchObject({ acting: [{ tabId: 7 }], actingEnded: [] });
  expect([...deps.actingBrowser.rules.values()].map(({ condition }) => condition.initiatorDomains)).toEqual([
    ['localhost', '127.0.0.1'],
  ]);
});

it.each([
  ['another site', 'https://elsewhere.example.org/', 'another-site'],
  ['another port of the host', 'http://localhost:5000/', 'another-site'],
  ['a host with the same prefix', 'http://localhost:4173.example.org/', 'another-site'],
  ['a browser page', 'chrome://settings', 'another-site'],
  ['a page whose URL the browser hides', null, 'unreadable-page'],
] as const)(
  'acting ends with a notice when the tab navigates to %s, and does not restart when the tab returns',
  async (_where, url, reason) => {
    const { deps, service, start } = await setUp();
    await start();
    deps.actingBrowser.pages.set(7, url === null ? { status: 'unreadable' } : { status: 'readable', url });
    const ended = { tokens: {}, acting: [], actingEnded: [{ tabId: 7, userId: 'teacher-04', reason }] };
    expect(await reconcile({ service, deps })).toEqual(ended);
    expect(deps.actingBrowser.badges.get(7)).toEqual({ status: 'ended', userId: 'teacher-04' });
    deps.actingBrowser.pages.delete(7);
    expect(await reconcile({ service, deps })).toEqual(ended);
  },
);

it.each<[string, (service: IdentityService, start: () => Promise<unknown>) => Promise<unknown>, object | null]>([
  ['dismissed it', (service) => service.handlers.stopActing({ tabId: 7 }), null],
  ['started acting again', (_service, start) => start(), { status: 'acting', userId: 'teacher-04' }],
])('the reason why acting ended is shown until the user has %s', async (_what, act, badge) => {
  const { deps, service, start } = await setUp();
  await start();
  deps.actingBrowser.pages.set(7, { status: 'readable', url: 'https://elsewhere.example.org/' });
  await service.acting.reconcile();
  deps.actingBrowser.pages.delete(7);
  await act(service, start);
  expect((await service.handlers.state({})).actingEnded).toEqual([]);
  expect(deps.actingBrowser.badges.get(7)).toEqual(badge);
});

it('acting ends with a notice when the registry URL of the environment changes, and restarts only on request', async () => {
  const { deps, service, start } = await setUp();
  await start();
  await moveRegistry(service, 'https://registry.example.org');
  expect(await reconcile({ service, deps })).toMatchObject({
    tokens: {},
    actingEnded: [{ reason: 'registry-changed' }],
  });
  expect(await start()).toEqual(DONE);
  expect(deps.actingBrowser.rules.get(1)?.condition.urlFilter).toBe('|https://registry.example.org/');
});

describe('rules that the browser rejects', () => {
  const isOfTab = (tabId: number) => (rule: HeaderRule) => rule.condition.tabIds.includes(tabId);

  it('a rule that the browser rejects fails the start of acting in that tab only', async () => {
    const { deps, start } = await setUp();
    await start(7);
    deps.actingBrowser.rejectsRule = isOfTab(8);
    expect(await start(8)).toEqual({ ok: false, failure: { reason: 'rejected' } });
    expect(Object.keys(activeTokens(deps))).toEqual(['7']);
  });

  it('a rule that the browser rejects ends acting in its tab with a report, and other tabs can start, continue and stop', async () => {
    const { deps, service, id, start } = await setUp();
    const student = await logInEntity(service, deps, 'student-17');
    await start(7);
    await start(8, { sessionId: student.id });
    deps.actingBrowser.rejectsRule = isOfTab(7);
    await service.acting.reconcile();
    expect(Object.keys(activeTokens(deps))).toEqual(['8']);
    expect((await service.handlers.state({})).actingEnded).toEqual([
      { tabId: 7, userId: 'teacher-04', reason: 'rejected' },
    ]);
    expect(await start(9, { sessionId: id })).toEqual(DONE);
    await service.handlers.logout({ sessionId: student.id });
    expect(Object.keys(activeTokens(deps))).toEqual(['9']);
  });

  it('a rule that the browser rejects does not prevent the removal of another tab’s token on log-out', async () => {
    const { deps, service, start } = await setUp();
    const student = await logInEntity(service, deps, 'student-17');
    await start(7);
    await start(8, { sessionId: student.id });
    deps.actingBrowser.rejectsRule = () => true;
    await service.handlers.logout({ sessionId: student.id });
    expect(activeTokens(deps)).toEqual({});
  });
});

it.each([
  ['a line break', 'a\r\nb'],
  ['NUL', 'a\0b'],
  ['a space', 'a b'],
  ['more than 64 KiB', 'a'.repeat(MAX_TOKEN_BYTES + 1)],
])('stored sessions with %s in the token never result in a rule', async (_what, accessToken) => {
  const { deps, service, id, start } = await setUp();
  await start();
  const stored = (await deps.sessionStorage.get('identity.sessions')) as { list: object[] };
  const list = stored.list.map((session) => ({ ...session, accessToken }));
  await deps.sessionStorage.set('identity.sessions', { ...stored, list });
  expect(await reconcile({ service, deps })).toMatchObject({ tokens: {}, acting: [] });
  expect(await start()).toEqual({ ok: false, failure: { reason: 'no-session' } });
  expect((await service.handlers.state({})).sessions.map((session) => session.id)).not.toContain(id);
});

it('acting that ends without a request of the user notifies the views', async () => {
  const { deps, service, start } = await setUp();
  await start();
  await service.acting.reconcile();
  deps.actingBrowser.pages.set(7, { status: 'readable', url: 'https://other.example.org/' });
  const before = deps.announced();
  await service.acting.reconcile();
  expect(deps.announced()).toBe(before + 1);
});

it.each(['when the user stops it', 'when the session is gone'])(
  'acting that ends %s leaves no badge if the worker is stopped as soon as the end is stored',
  async (cause) => {
    const { deps, service, id, start } = await setUp();
    await start();
    await service.acting.reconcile();
    const stored = createDeferred<void>();
    const sessionStorage = {
      ...deps.sessionStorage,
      async set(key: string, value: unknown) {
        await deps.sessionStorage.set(key, value);
        if (key !== 'identity.acting') return;
        stored.resolve();
        await new Promise(() => {});
      },
    };
    if (cause === 'when the session is gone') await deps.sessionStorage.set('identity.sessions', undefined);
    const { acting } = startService({ ...deps, sessionStorage });
    void (cause === 'when the user stops it' ? acting.stopSession(id) : acting.reconcile());
    await stored.promise;
    await startService(deps).acting.reconcile();
    expect(activeTokens(deps)).toEqual({});
    expect(deps.actingBrowser.badges.get(7)).toBeNull();
  },
);

it('acting ends with a notice if the stored registry URL is invalid, and cannot be started again', async () => {
  const { deps, service, start } = await setUp();
  await start();
  const settings = (await deps.localStorage.get('identity.environments')) as { environments: object[] };
  const environments = settings.environments.map((environment) => ({ ...environment, registryUrl: 'no URL' }));
  await deps.localStorage.set('identity.environments', { ...settings, environments });
  expect(await reconcile({ service, deps })).toMatchObject({ tokens: {}, actingEnded: [{ tabId: 7 }] });
  expect(await start()).toMatchObject({ ok: false });
});

it('the keyboard command activates the next entity of the environment, and wraps around after the last', async () => {
  const { deps, service, id } = await setUp();
  const student = await logInEntity(service, deps, 'student-17');
  const active = async () => (await service.handlers.state({})).activeIn['local-registry'];
  expect(await active()).toBe(student.id);
  await service.switchToNext();
  expect(await active()).toBe(id);
  await service.switchToNext();
  expect(await active()).toBe(student.id);
});
