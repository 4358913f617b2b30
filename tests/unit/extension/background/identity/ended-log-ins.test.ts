import { expect, it } from 'vitest';
import { createEndedLogIns } from '#extension/background/identity/ended-log-ins';
import { createTestDeps, logInEntity, startService } from './test-identity-deps';

it('sessions in memory that are lost in an update of the extension are counted, and reported once', async () => {
  const deps = await createTestDeps();
  const service = startService(deps);
  await logInEntity(service, deps);
  await expect.poll(() => deps.localStorage.get('memoryLogIns')).toEqual({ inMemory: 1, ended: 0 });
  const updated = createEndedLogIns(deps.localStorage);
  await updated.handleUpdate();
  expect([await updated.take(), await updated.take()]).toEqual([1, 0]);
});

it('sessions that the user ended, or that ended with the browser, are not reported', async () => {
  const deps = await createTestDeps();
  const ended = createEndedLogIns(deps.localStorage);
  await ended.store(2);
  await ended.store(0);
  await ended.handleUpdate();
  expect(await ended.take()).toBe(0);
  await ended.store(2);
  await ended.handleStartup();
  await ended.handleUpdate();
  expect(await ended.take()).toBe(0);
});
