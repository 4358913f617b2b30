import { expect, it } from 'vitest';
import { LOCAL_REGISTRY, registryPattern } from '#core/identity/environment';
import { createMemoryStorage } from '../../../core/identity/memory-storage';
import { countLogouts, createTestDeps, logInEntity, startService } from './test-identity-deps';

const staging = {
  name: 'Staging',
  authUrl: 'https://learn.example.org',
  pathPrefix: '',
  realm: 'sunbird-rc',
  clientId: 'registry-frontend',
  registryUrl: '',
  issuer: '',
  keepSessions: false,
};

it('the list of environments is empty by default', async () => {
  const deps = { ...(await createTestDeps()), localStorage: createMemoryStorage() };
  const { handlers } = startService(deps);
  expect(await handlers.state({})).toMatchObject({ environments: [], currentEnvironmentId: '' });
  await handlers.saveEnvironment({ environmentId: null, draft: staging });
  expect(await handlers.state({})).toMatchObject({
    environments: [{ name: 'Staging' }],
    currentEnvironmentId: 'id-1',
  });
});

it('an environment that is added is selected, and is restored after a restart of the worker', async () => {
  const deps = await createTestDeps();
  const saved = await startService(deps).handlers.saveEnvironment({ environmentId: null, draft: staging });
  expect(saved).toEqual({ ok: true, value: { id: 'id-1', ...staging } });
  const state = await startService(deps).handlers.state({});
  expect(state.environments.map(({ name }) => name)).toEqual(['Local registry', 'Staging']);
  expect(state.currentEnvironmentId).toBe('id-1');
});

it.each([
  ['no URL', []],
  ['localhost:8091', []],
  ['chrome://settings', []],
  ['http://localhost:8091', ['http://localhost/*']],
])(
  'an environment with the stored registry URL "%s" is listed, and has a host pattern only if the URL is valid',
  async (registryUrl, patterns) => {
    const deps = await createTestDeps();
    const settings = { environments: [{ ...LOCAL_REGISTRY, registryUrl }], currentId: LOCAL_REGISTRY.id };
    await deps.localStorage.set('identity.environments', settings);
    const { environments } = await startService(deps).handlers.state({});
    expect(environments.map(registryPattern).filter((pattern) => pattern !== null)).toEqual(patterns);
  },
);

it.each(['localhost:8080', 'chrome://settings', 'file:///etc/passwd'])(
  'an environment with a stored provider at "%s" is omitted',
  async (authUrl) => {
    const deps = await createTestDeps();
    const settings = { environments: [{ ...LOCAL_REGISTRY, authUrl }], currentId: LOCAL_REGISTRY.id };
    await deps.localStorage.set('identity.environments', settings);
    expect((await startService(deps).handlers.state({})).environments).toEqual([]);
  },
);

it('an invalid environment is not saved, and each problem is reported', async () => {
  const deps = await createTestDeps();
  const service = startService(deps);
  const draft = { ...staging, authUrl: 'learn.example.org', realm: '' };
  const saved = await service.handlers.saveEnvironment({ environmentId: null, draft });
  expect(saved).toMatchObject({ ok: false, failure: { problems: [{ field: 'authUrl' }, { field: 'realm' }] } });
  expect((await service.handlers.state({})).environments).toHaveLength(1);
});

it('another environment can be selected, but not a removed one', async () => {
  const deps = await createTestDeps();
  const { handlers } = startService(deps);
  await handlers.saveEnvironment({ environmentId: null, draft: staging });
  expect(await handlers.selectEnvironment({ environmentId: 'local-registry' })).toEqual({ ok: true, value: null });
  expect((await handlers.state({})).currentEnvironmentId).toBe('local-registry');
  expect(await handlers.selectEnvironment({ environmentId: 'gone' })).toMatchObject({ ok: false });
});

it('renaming an environment does not affect its sessions', async () => {
  const deps = await createTestDeps();
  const service = startService(deps);
  await logInEntity(service, deps);
  const [environment = LOCAL_REGISTRY] = (await service.handlers.state({})).environments;
  const draft = { ...environment, name: 'My registry' };
  await service.handlers.saveEnvironment({ environmentId: environment.id, draft });
  const state = await service.handlers.state({});
  expect(state.environments.map(({ name }) => name)).toEqual(['My registry']);
  expect(state.sessions).toHaveLength(1);
});

it('changing the provider URL of an environment removes its sessions, and logs them out at the old provider', async () => {
  const deps = await createTestDeps();
  const service = startService(deps);
  await logInEntity(service, deps);
  await service.handlers.saveEnvironment({ environmentId: 'local-registry', draft: staging });
  expect((await service.handlers.state({})).sessions).toEqual([]);
  await deps.idp.arrived(2);
  expect(countLogouts(deps)).toBe(1);
});

it('removing an environment ends its sessions, and selects another environment', async () => {
  const deps = await createTestDeps();
  const service = startService(deps);
  await logInEntity(service, deps);
  await service.handlers.saveEnvironment({ environmentId: null, draft: staging });
  await service.handlers.removeEnvironment({ environmentId: 'local-registry' });
  const state = await service.handlers.state({});
  expect(state.environments.map(({ name }) => name)).toEqual(['Staging']);
  expect(state.currentEnvironmentId).toBe('id-2');
  expect(state.sessions).toEqual([]);
  expect(state.lastUserIds).toEqual({});
  expect(deps.alarm()).toBeNull();
});

it('the last environment can be removed, and no environment is selected after that', async () => {
  const deps = await createTestDeps();
  const { handlers } = startService(deps);
  await handlers.removeEnvironment({ environmentId: 'local-registry' });
  expect(await handlers.state({})).toMatchObject({ environments: [], currentEnvironmentId: '' });
});
