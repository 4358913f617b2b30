import { expect, it } from 'vitest';
import type { Fault } from '#demo/identity-provider/faults';
import { attemptOf, createTestDeps, logInEntity, readToken, startService, UNCANCELLED } from './test-identity-deps';

it('no token or password is in the messages to the views after log-in and after a refresh', async () => {
  const deps = await createTestDeps();
  const service = startService(deps);
  const { id } = await logInEntity(service, deps);
  const states = [JSON.stringify(await service.handlers.state({}))];
  const tokens = [await readToken(service, id)];
  await service.handlers.refresh({ sessionId: id });
  states.push(JSON.stringify(await service.handlers.state({})));
  tokens.push(await readToken(service, id));
  for (const secret of [...tokens, attemptOf(deps).password, 'eyJ']) expect(states.join()).not.toContain(secret);
});

it('no token or password is in persistent storage', async () => {
  const deps = await createTestDeps();
  const service = startService(deps);
  const { id } = await logInEntity(service, deps);
  const stored = deps.localStorage.text();
  expect(deps.sessionStorage.text()).toContain(await readToken(service, id));
  for (const secret of [attemptOf(deps).password, 'eyJ']) expect(stored).not.toContain(secret);
});

it.each<Fault>(['mac', 'html', 'error-500', 'bad-gateway', 'missing-fields', 'enormous', 'echo', 'redirect'])(
  'no token or password is in the responses or in persistent storage after the provider responds with "%s" to a log-in and a refresh',
  async (fault) => {
    const deps = await createTestDeps();
    const service = startService(deps);
    const { id } = await logInEntity(service, deps);
    const token = await readToken(service, id);
    deps.passSeconds(299);
    deps.idp.setFault(fault);
    const attempt = attemptOf(deps, { userId: 'student-17' });
    const responses = [
      await service.handlers.login(attempt, UNCANCELLED),
      await service.handlers.refresh({ sessionId: id }),
      await service.handlers.state({}),
    ];
    const responsesAndStorage = JSON.stringify(responses) + deps.localStorage.text();
    expect(responsesAndStorage).toContain('"ok":false');
    for (const secret of [attempt.password, token, 'eyJ']) expect(responsesAndStorage).not.toContain(secret);
  },
);
