import { expect, it } from 'vitest';
import type { OptionsDeps } from '#components/options/options-deps.ts';
import { createOptionsModel } from '#components/options/options-model.ts';
import type { EnvironmentCheck } from '#core/identity/checked-part';
import { type Environment, LOCAL_REGISTRY } from '#core/identity/environment';
import { message } from '#core/util/message';
import type { IdentityResponse } from '#extension/protocol/identity-protocol';
import { createDeferred } from '#tests/drivers/deferred';
import { createIdentityCaller, type IdentityRequest, type Responses, stateWith } from '../popup/popup-setup';
import { testPreferences } from './test-preferences';

const staging: Environment = { ...LOCAL_REGISTRY, id: 'staging', name: 'Staging' };
type SaveEnvironmentResponse = IdentityResponse<'saveEnvironment'>;

async function loadModel(responses: Responses = {}, deps: Partial<OptionsDeps> = {}) {
  const identityRequests: IdentityRequest[] = [];
  const state = () => stateWith({ environments: [LOCAL_REGISTRY, staging] });
  const model = createOptionsModel({
    ask: createIdentityCaller({ state, ...responses }, identityRequests),
    requestPermission: async () => true,
    setTimer: () => () => {},
    checkEnvironment: async () => [],
    yieldTask: async () => {},
    openWelcome: () => {},
    download: () => {},
    loadLanguage: async () => 'en',
    saveLanguage: async () => {},
    onLanguageSetting: () => {},
    ...testPreferences().deps,
    ...deps,
  });
  await model.load();
  return { model, identityRequests };
}

it('an environment that is saved twice at once is created once', async () => {
  const response = createDeferred<SaveEnvironmentResponse>();
  const { model, identityRequests } = await loadModel({ saveEnvironment: () => response.promise });
  model.open(null);
  model.change({ name: 'New', authUrl: 'http://localhost:8080' });
  const saving = [model.save(), model.save()];
  response.resolve({ ok: true, value: { ...LOCAL_REGISTRY, id: 'new', name: 'New' } });
  await Promise.all(saving);
  expect(identityRequests.map(({ request }) => request)).toEqual(['saveEnvironment']);
});

it('an environment that is opened while another one is saved stays open, with its unsaved changes', async () => {
  const response = createDeferred<SaveEnvironmentResponse>();
  const { model } = await loadModel({ saveEnvironment: () => response.promise });
  model.change({ realm: 'other' });
  const saving = model.save();
  model.open(staging);
  model.change({ realm: 'entered' });
  response.resolve({ ok: true, value: { ...LOCAL_REGISTRY, realm: 'other' } });
  await saving;
  expect(model.environment.value?.id).toBe('staging');
  expect(model.draft.value.realm).toBe('entered');
});

it('input that is entered while the environment is saved is preserved', async () => {
  const response = createDeferred<SaveEnvironmentResponse>();
  const { model } = await loadModel({ saveEnvironment: () => response.promise });
  model.change({ realm: 'other' });
  const saving = model.save();
  model.change({ realm: 'another' });
  response.resolve({ ok: true, value: { ...LOCAL_REGISTRY, realm: 'other' } });
  await saving;
  expect(model.draft.value.realm).toBe('another');
});

it('a new environment starts empty after an earlier one was left, opened again, changed and saved', async () => {
  const created = { ...LOCAL_REGISTRY, id: 'new', name: 'Second' };
  const { model } = await loadModel({ saveEnvironment: () => ({ ok: true, value: created }) });
  model.open(null);
  model.change({ name: 'First', authUrl: 'http://localhost:8080' });
  model.open(staging);
  model.open(null);
  expect(model.draft.value.name).toBe('First');
  model.change({ name: 'Second' });
  await model.save();
  model.open(null);
  expect(model.draft.value).toMatchObject({ name: '', authUrl: '' });
});

it('unsaved changes are restored when the environment opens because another one was removed', async () => {
  let environments = [LOCAL_REGISTRY, staging];
  const { model } = await loadModel({
    state: () => stateWith({ environments }),
    removeEnvironment: () => {
      environments = [LOCAL_REGISTRY];
      return { ok: true, value: null };
    },
  });
  model.change({ realm: 'entered' });
  model.open(staging);
  await model.remove(staging);
  expect(model.environment.value?.id).toBe(LOCAL_REGISTRY.id);
  expect(model.draft.value.realm).toBe('entered');
});

it('the errors of an environment are not shown at another one that is opened meanwhile', async () => {
  const response = createDeferred<SaveEnvironmentResponse>();
  const { model } = await loadModel({ saveEnvironment: () => response.promise });
  model.change({ realm: 'a/b' });
  const saving = model.save();
  model.open(staging);
  const problems = [{ field: 'realm' as const, message: message('identity.fieldError.pathPrefix') }];
  response.resolve({ ok: false, failure: { reason: 'invalid', problems } });
  await saving;
  expect(model.problems.value).toEqual([]);
});

it('the result of testing earlier values is not shown as that of the current ones', async () => {
  const results = [createDeferred<readonly EnvironmentCheck[]>(), createDeferred<readonly EnvironmentCheck[]>()];
  const check = (text: string): readonly EnvironmentCheck[] => [{ part: 'realm', outcome: 'passed', message: text }];
  let tests = 0;
  const checkEnvironment = () => {
    tests += 1;
    return results[tests - 1]?.promise ?? Promise.resolve([]);
  };
  const { model } = await loadModel({}, { checkEnvironment });
  const first = model.test();
  model.change({ realm: 'other' });
  const second = model.test();
  results[0]?.resolve(check('first'));
  await first;
  expect(model.checks.value).toBe('running');
  results[1]?.resolve(check('second'));
  await second;
  expect(model.checks.value).toEqual(check('second'));
});

it('testing and logging in report missing access if the browser cannot request it', async () => {
  const skippedChecks: readonly EnvironmentCheck[] = [{ part: 'realm', outcome: 'skipped', message: 'no access' }];
  const requestPermission = async () => {
    throw new Error('This function must be called during a user gesture');
  };
  const { model, identityRequests } = await loadModel(
    {},
    { requestPermission, checkEnvironment: async () => skippedChecks },
  );
  await model.test();
  expect(model.checks.value).toEqual(skippedChecks);
  await model.logIn('teacher-04', 'made-up');
  expect(model.login.state.value).toMatchObject({ isRunning: false, failure: { hasWrongCredentials: false } });
  expect(identityRequests).toEqual([]);
});

it('a deletion that is undone twice at once restores the environment once', async () => {
  const response = createDeferred<SaveEnvironmentResponse>();
  const { model, identityRequests } = await loadModel({
    removeEnvironment: () => ({ ok: true, value: null }),
    saveEnvironment: () => response.promise,
  });
  await model.remove(staging);
  const undo = model.toast.current.value?.action;
  undo?.onSelect();
  undo?.onSelect();
  response.resolve({ ok: true, value: staging });
  await response.promise;
  expect(identityRequests.map(({ request }) => request)).toEqual(['removeEnvironment', 'saveEnvironment']);
});

it('a double click on Delete does not delete the environment that is opened next', async () => {
  const timers: (() => void)[] = [];
  const setTimer = (_delay: number, work: () => void) => {
    timers.push(work);
    return () => {};
  };
  const { model, identityRequests } = await loadModel(
    { removeEnvironment: () => ({ ok: true, value: null }) },
    { setTimer },
  );
  await model.remove(staging);
  await model.remove(LOCAL_REGISTRY);
  expect(identityRequests.map(({ payload }) => payload)).toEqual([{ environmentId: 'staging' }]);
  for (const work of timers) work();
  await model.remove(LOCAL_REGISTRY);
  expect(identityRequests).toHaveLength(2);
});
