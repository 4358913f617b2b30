import { describe, expect, it } from 'vitest';
import type { IdentityService } from '../../../../lib/background/identity/service';
import { createTestWorld, loggedIn, startService, type TestWorld, tokenOf } from '../identity/identity-world';

async function setUp(registryUrl = 'http://localhost:8091') {
  const world = await createTestWorld();
  const service = startService(world);
  const [environment] = (await service.handlers.state({})).environments;
  if (environment === undefined) throw new Error('There is no environment.');
  const draft = { ...environment, registryUrl };
  await service.handlers.saveEnvironment({ environmentId: environment.id, draft });
  const { id } = await loggedIn(service, world);
  return { world, service, id };
}

async function rulesOf(service: IdentityService, world: TestWorld) {
  await service.acting.reconcile();
  return world.acts.rules;
}

describe('a tab that acts as an entity', () => {
  it('gets the token on its requests to the registry, and a badge', async () => {
    const { world, service, id } = await setUp();
    expect(await service.handlers.startActing({ tabId: 7, sessionId: id })).toEqual({ ok: true, value: null });
    const authorization = `Bearer ${await tokenOf(service, id)}`;
    expect(world.acts.rules).toEqual([{ tabId: 7, registryUrl: 'http://localhost:8091', authorization }]);
    expect(world.acts.shown.get(7)).toBe('teacher-04');
    expect((await service.handlers.state({})).acting).toEqual([{ tabId: 7, sessionId: id }]);
  });

  it('gets the new token after a refresh', async () => {
    const { world, service, id } = await setUp();
    await service.handlers.startActing({ tabId: 7, sessionId: id });
    const before = world.acts.rules[0]?.authorization;
    await service.handlers.refresh({ sessionId: id });
    expect((await rulesOf(service, world))[0]?.authorization).not.toBe(before);
  });

  it.each<[string, (service: IdentityService, id: string, world: TestWorld) => Promise<unknown>]>([
    ['log-out', (service, id) => service.handlers.logout({ sessionId: id })],
    ['log-out of all', (service) => service.handlers.logoutAll({ environmentId: 'local-registry' })],
    ['the end of its tokens', async (_service, _id, world) => world.passSeconds(1801)],
    ['being stopped', (service) => service.handlers.stopActing({ tabId: 7 })],
    ['the close of the tab', (service) => service.acting.stop(7)],
    [
      'the removal of the environment',
      (service) => service.handlers.removeEnvironment({ environmentId: 'local-registry' }),
    ],
  ])('acts no more after %s', async (_case, end) => {
    const { world, service, id } = await setUp();
    await service.handlers.startActing({ tabId: 7, sessionId: id });
    await end(service, id, world);
    expect(await rulesOf(service, world)).toEqual([]);
    expect(world.acts.shown.get(7)).toBeNull();
    expect((await service.handlers.state({})).acting).toEqual([]);
    expect(world.acts.alarm).toBeNull();
  });

  it('has no token on its requests from the second that it ends, until a refresh brings another', async () => {
    const { world, service, id } = await setUp();
    await service.handlers.startActing({ tabId: 7, sessionId: id });
    world.passSeconds(300);
    expect(await rulesOf(service, world)).toEqual([]);
    await service.refreshDue();
    expect(await rulesOf(service, world)).toHaveLength(1);
  });

  it('is refused without a registry address, without access, and for a session that has gone', async () => {
    const nowhere = await setUp('');
    const start = ({ service, id }: typeof nowhere) => service.handlers.startActing({ tabId: 7, sessionId: id });
    expect(await start(nowhere)).toEqual({ ok: false, failure: { reason: 'no-registry' } });
    const forbidden = await setUp();
    forbidden.world.forbid();
    expect(await start(forbidden)).toEqual({ ok: false, failure: { reason: 'no-permission' } });
    expect(await start({ ...forbidden, id: 'gone' })).toEqual({ ok: false, failure: { reason: 'no-session' } });
  });
});

describe('the keyboard command', () => {
  it('puts the next entity of the environment to use, and begins again after the last', async () => {
    const { world, service, id } = await setUp();
    const student = await loggedIn(service, world, 'student-17');
    const active = async () => (await service.handlers.state({})).activeIn['local-registry'];
    expect(await active()).toBe(student.id);
    await service.switchToNext();
    expect(await active()).toBe(id);
    await service.switchToNext();
    expect(await active()).toBe(student.id);
  });
});
