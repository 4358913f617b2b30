import { expect, it } from 'vitest';
import { registryOperations, registryStore } from '#components/panel/registry/registry-store.ts';
import type { RegistryCall } from '#core/registry/registry-call';
import type { CallRegistry, RegistryOutcome } from '#panel/registry-outcome';
import { createActingState } from '#tests/fixtures/acting-state';
import { createTestStores } from '#tests/fixtures/panel-stores';

function createRegistry(callRegistry: CallRegistry) {
  const { stores } = createTestStores({ callRegistry });
  stores.app.acting.value = createActingState({ id: 's1' }, 'http://localhost:8091');
  return stores.get(registryStore);
}

function setUp() {
  const registryCalls: RegistryCall[] = [];
  const outcome: RegistryOutcome = { ok: false, failure: { reason: 'unreachable', detail: 'localhost:8091' } };
  const sendCall = async (call: RegistryCall) => {
    registryCalls.push(call);
    return outcome;
  };
  return { registryCalls, model: createRegistry(sendCall) };
}

function select(model: ReturnType<typeof setUp>['model'], id: string) {
  const operation = registryOperations().find((one) => one.id === id);
  if (operation === undefined) throw new Error(`There is no ${id}.`);
  model.select(operation);
}

it('calling the registry requires the parameters of the path, and sends nothing without them', async () => {
  const { registryCalls, model } = setUp();
  select(model, 'retrieve');
  await model.send();
  expect(model.errors.value.map(({ message }) => message)).toEqual(['Enter Entity.', 'Enter osid.']);
  expect(registryCalls).toEqual([]);
});

it('calling the registry preserves the parameter values when the operation changes', async () => {
  const { registryCalls, model } = setUp();
  model.change({ values: { Entity: 'Teacher' } });
  select(model, 'search');
  await model.send();
  expect(registryCalls).toMatchObject([{ sessionId: 's1', method: 'POST', path: '/api/v1/Teacher/search' }]);
  expect(JSON.parse(registryCalls[0]?.body ?? '')).toEqual({ filters: {}, limit: 10, offset: 0 });
});

it('calling the registry sends no body that is invalid JSON', async () => {
  const { registryCalls, model } = setUp();
  select(model, 'update');
  model.change({ values: { Entity: 'Teacher', osid: '1' }, body: '{' });
  await model.send();
  expect(model.errors.value).toEqual([{ field: 'body', message: 'Invalid JSON' }]);
  expect(registryCalls).toEqual([]);
});

it('calling the registry sends no body with GET, even if the body field has text', async () => {
  const { registryCalls, model } = setUp();
  model.change({ values: { Entity: 'Teacher' }, body: '{"left": 1}' });
  await model.send();
  expect(registryCalls[0]?.body).toBeNull();
});

it('calling the registry stores the last 30 calls, newest first, and can open each of them again', async () => {
  const { model } = setUp();
  for (let index = 0; index < 32; index += 1) {
    model.change({ values: { Entity: `E${index}` } });
    await model.send();
  }
  expect(model.history.value.map(({ path }) => path).slice(0, 2)).toEqual(['/api/v1/E31', '/api/v1/E30']);
  expect(model.history.value).toHaveLength(30);
  const [, before] = model.history.value;
  if (before) model.reopen(before);
  expect(model.draft.value.values).toEqual({ Entity: 'E30' });
  expect(model.openEntry.value?.path).toBe('/api/v1/E30');
});

it('calling the registry stores at most 16 million characters of responses, and always the newest response', async () => {
  const body = 'x'.repeat(4 * 1024 * 1024);
  const value = { status: 200, statusText: '', challenge: null, contentType: null, body, milliseconds: 1 };
  const sendCall = async (): Promise<RegistryOutcome> => ({
    ok: true,
    value: { ...value, issuer: null, expectedIssuer: '' },
  });
  const model = createRegistry(sendCall);
  for (let index = 0; index < 6; index += 1) {
    model.change({ values: { Entity: `E${index}` } });
    await model.send();
  }
  expect(model.history.value.map(({ draft }) => draft.values.Entity)).toEqual(['E5', 'E4', 'E3', 'E2']);
});

it('cancelling aborts the pending call to the registry, and no other call', async () => {
  const signals: AbortSignal[] = [];
  const sendCall = (_call: RegistryCall, signal?: AbortSignal) =>
    new Promise<RegistryOutcome>((resolve) => {
      if (signal) signals.push(signal);
      const failure = { reason: 'cancelled', detail: 'localhost:8091' } as const;
      signal?.addEventListener('abort', () => resolve({ ok: false, failure }));
    });
  const model = createRegistry(sendCall);
  model.change({ values: { Entity: 'Teacher' } });
  for (const abortedCount of [0, 1]) {
    const sent = model.send();
    expect(signals.map(({ aborted }) => aborted)).toEqual([...Array(abortedCount).fill(true), false]);
    model.cancel();
    await sent;
  }
  expect(model.isBusy.value).toBe(false);
  model.cancel();
});
