import { expect, it } from 'vitest';
import { createEndedLogIns } from '#extension/background/identity/ended-log-ins';
import { createTestDeps, logInEntity, startService } from './test-identity-deps';

it('sessions in memory that are lost in an update of the extension are counted, and reported once', async () => {
  const deps = await createTestDeps();
  const service = startService(deps);
  await logInEntity(service, deps);
  await expect.poll(() => deps.localStorage.get('memoryLogIns')).toEqual({ inMemory: 1, ended: 0 });
  const afterUpdate = createEndedLogIns(deps.localStorage);
  await afterUpdate.handleUpdate();
  expect([await afterUpdate.take(), await afterUpdate.take()]).toEqual([1, 0]);
});

it('sessions that the user ended, or that ended with the browser, are not reported', async () => {
  const deps = await createTestDeps();
  const endedLogIns = createEndedLogIns(deps.localStorage);
  await endedLogIns.store(2);
  await endedLogIns.store(0);
  await endedLogIns.handleUpdate();
  expect(await endedLogIns.take()).toBe(0);
  await endedLogIns.store(2);
  await endedLogIns.handleStartup();
  await endedLogIns.handleUpdate();
  expect(await endedLogIns.take()).toBe(0);
});

it('sessions that two updates of the extension ended are reported together', async () => {
  const deps = await createTestDeps();
  const endedLogIns = createEndedLogIns(deps.localStorage);
  await endedLogIns.store(2);
  await endedLogIns.handleUpdate();
  await endedLogIns.store(1);
  await endedLogIns.handleUpdate();
  expect(await endedLogIns.take()).toBe(3);
});
