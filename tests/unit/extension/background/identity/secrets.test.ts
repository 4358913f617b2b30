import { describe, expect, it } from 'vitest';
import type { Fault } from '#demo/identity-provider/faults';
import { attemptOf, createTestWorld, loggedIn, startService, tokenOf, UNCANCELLED } from './identity-world';

describe('no token and no password is found', () => {
  it('in what the views are told, after log-in and after a refresh', async () => {
    const world = await createTestWorld();
    const service = startService(world);
    const { id } = await loggedIn(service, world);
    const told = [JSON.stringify(await service.handlers.state({}))];
    const tokens = [await tokenOf(service, id)];
    await service.handlers.refresh({ sessionId: id });
    told.push(JSON.stringify(await service.handlers.state({})));
    tokens.push(await tokenOf(service, id));
    for (const secret of [...tokens, attemptOf(world).password, 'eyJ']) expect(told.join()).not.toContain(secret);
  });

  it('in lasting storage', async () => {
    const world = await createTestWorld();
    const service = startService(world);
    const { id } = await loggedIn(service, world);
    const stored = world.localStorage.text();
    expect(world.sessionStorage.text()).toContain(await tokenOf(service, id));
    for (const secret of [attemptOf(world).password, 'eyJ']) expect(stored).not.toContain(secret);
  });

  it.each<Fault>(['mac', 'html', 'error-500', 'bad-gateway', 'missing-fields', 'enormous', 'echo', 'redirect'])(
    'in what a provider leaves behind that answers "%s" to a log-in, a refresh and a token request',
    async (fault) => {
      const world = await createTestWorld();
      const service = startService(world);
      const { id } = await loggedIn(service, world);
      const token = await tokenOf(service, id);
      world.passSeconds(299);
      world.idp.misbehave(fault);
      const attempt = attemptOf(world, { userId: 'student-17' });
      const answers = [
        await service.handlers.login(attempt, UNCANCELLED),
        await service.handlers.refresh({ sessionId: id }),
        await service.handlers.state({}),
      ];
      const left = JSON.stringify(answers) + world.localStorage.text();
      expect(left).toContain('"ok":false');
      for (const secret of [attempt.password, token, 'eyJ']) expect(left).not.toContain(secret);
    },
  );
});
