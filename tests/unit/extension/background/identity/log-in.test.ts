import { describe, expect, it } from 'vitest';
import { attemptOf, createTestWorld, loggedIn, logoutsOf, START, startService, UNCANCELLED } from './identity-world';

describe('logging in', () => {
  it('gives a summary, puts the entity to use, sets the alarm and tells the views', async () => {
    const world = await createTestWorld();
    const service = startService(world);
    const summary = await loggedIn(service, world);
    expect(summary).toMatchObject({
      userId: 'teacher-04',
      tokenType: 'Bearer',
      accessExpiresAt: START + 300_000,
      refreshExpiresAt: START + 1_800_000,
      scope: 'email profile',
      notBeforePolicy: 0,
      trouble: null,
    });
    const state = await service.handlers.state({});
    expect(state.sessions).toEqual([summary]);
    expect(state.activeIn).toEqual({ 'local-registry': summary.id });
    expect(world.alarm()).toBe(START + 240_000);
    expect(world.announced()).toBe(1);
  });

  it('remembers the user id, not the password', async () => {
    const world = await createTestWorld();
    const service = startService(world);
    const attempt = attemptOf(world);
    await service.handlers.login(attempt, UNCANCELLED);
    expect((await service.handlers.state({})).lastUserIds).toEqual({ 'local-registry': 'teacher-04' });
    expect(world.localStorage.text()).toContain('teacher-04');
    expect(world.localStorage.text() + world.sessionStorage.text()).not.toContain(attempt.password);
  });

  it('stores nothing where token_type is not exactly Bearer', async () => {
    const world = await createTestWorld();
    const service = startService(world);
    world.idp.misbehave('mac');
    expect(await service.handlers.login(attemptOf(world), UNCANCELLED)).toEqual({
      ok: false,
      failure: { reason: 'not-bearer', tokenType: 'mac' },
    });
    expect(world.sessionStorage.text()).toBe('[]');
    expect(world.alarm()).toBeNull();
  });

  it('stores nothing where the password is wrong', async () => {
    const world = await createTestWorld();
    const service = startService(world);
    const answer = await service.handlers.login(attemptOf(world, { password: 'wrong' }), UNCANCELLED);
    expect(answer).toMatchObject({ ok: false, failure: { reason: 'rejected', error: 'invalid_grant' } });
    expect(world.sessionStorage.text()).toBe('[]');
  });

  it('asks no provider that the browser does not permit', async () => {
    const world = await createTestWorld();
    world.forbid();
    const answer = await startService(world).handlers.login(attemptOf(world), UNCANCELLED);
    const host = new URL(world.idp.url).host;
    expect(answer).toEqual({ ok: false, failure: { reason: 'no-permission', detail: host } });
    expect(world.idp.requests).toEqual([]);
  });

  it('in an environment that has gone says so', async () => {
    const world = await createTestWorld();
    const attempt = { ...attemptOf(world), environmentId: 'gone' };
    expect(await startService(world).handlers.login(attempt, UNCANCELLED)).toEqual({
      ok: false,
      failure: { reason: 'gone', what: 'environment' },
    });
  });

  it('can be cancelled while the provider thinks, and nothing is kept', async () => {
    const world = await createTestWorld();
    const service = startService(world);
    world.idp.misbehave('slow');
    const cancelling = new AbortController();
    const answer = service.handlers.login(attemptOf(world), cancelling);
    await world.idp.arrived(1);
    cancelling.abort();
    expect(await answer).toEqual({ ok: false, failure: { reason: 'cancelled' } });
    expect(world.sessionStorage.text()).toBe('[]');
  });

  it('into an environment that is removed meanwhile keeps nothing', async () => {
    const world = await createTestWorld();
    const service = startService(world);
    world.idp.misbehave('slow');
    const answer = service.handlers.login(attemptOf(world), UNCANCELLED);
    await world.idp.arrived(1);
    await service.handlers.removeEnvironment({ environmentId: 'local-registry' });
    world.idp.release();
    expect(await answer).toEqual({ ok: false, failure: { reason: 'gone', what: 'environment' } });
    expect((await service.handlers.state({})).sessions).toEqual([]);
  });

  it('again replaces the earlier session, and ends it at the provider', async () => {
    const world = await createTestWorld();
    const service = startService(world);
    const first = await loggedIn(service, world);
    const second = await loggedIn(service, world);
    expect((await service.handlers.state({})).sessions.map(({ id }) => id)).toEqual([second.id]);
    expect(second.id).not.toBe(first.id);
    await world.idp.arrived(3);
    expect(world.idp.requests.at(-1)?.path).toMatch(/logout$/);
  });

  it('several entities at once, of which the person chooses', async () => {
    const world = await createTestWorld();
    const service = startService(world);
    const teacher = await loggedIn(service, world, 'teacher-04');
    const student = await loggedIn(service, world, 'student-17');
    expect((await service.handlers.state({})).activeIn).toEqual({ 'local-registry': student.id });
    expect(await service.handlers.activate({ sessionId: teacher.id })).toEqual({ ok: true, value: null });
    expect((await service.handlers.state({})).activeIn).toEqual({ 'local-registry': teacher.id });
    expect(await service.handlers.activate({ sessionId: 'gone' })).toMatchObject({ ok: false });
  });
});

describe('logging out', () => {
  it('forgets the tokens and ends the session at the provider', async () => {
    const world = await createTestWorld();
    const service = startService(world);
    const { id } = await loggedIn(service, world);
    expect(await service.handlers.logout({ sessionId: id })).toEqual({ ok: true, value: null });
    expect(logoutsOf(world)).toBe(1);
    expect((await service.handlers.state({})).sessions).toEqual([]);
    expect(world.alarm()).toBeNull();
    expect(await service.handlers.token({ sessionId: id })).toEqual({
      ok: false,
      failure: { reason: 'gone', what: 'session' },
    });
  });

  it('forgets the tokens also where the provider is away, and says that it was', async () => {
    const world = await createTestWorld();
    const service = startService(world);
    const { id } = await loggedIn(service, world);
    await world.idp.stop();
    const answer = await service.handlers.logout({ sessionId: id });
    expect(answer).toMatchObject({ ok: false, failure: { reason: 'unreachable' } });
    expect((await service.handlers.state({})).sessions).toEqual([]);
  });

  it('succeeds where the provider had ended the session already', async () => {
    const world = await createTestWorld();
    const service = startService(world);
    const { id } = await loggedIn(service, world);
    world.idp.endSessions();
    expect(await service.handlers.logout({ sessionId: id })).toEqual({ ok: true, value: null });
  });

  it('of a session that is over asks nobody', async () => {
    const world = await createTestWorld();
    const service = startService(world);
    const { id } = await loggedIn(service, world);
    world.passSeconds(1800);
    expect(await service.handlers.logout({ sessionId: id })).toEqual({ ok: true, value: null });
    expect(logoutsOf(world)).toBe(0);
  });
});
