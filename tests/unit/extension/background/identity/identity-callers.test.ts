import { expect, it } from 'vitest';
import { identityService } from '#extension/protocol/identity-protocol';
import { createRpcServer } from '#extension/protocol/rpc-server';
import { foreignSenders, ownExtension, panel, popup } from '#tests/fixtures/rpc-calls';
import { createTestDeps, logInEntity, readToken, startService } from './test-identity-deps';

const DENIED = { status: 'error', code: 'denied' };

async function setUp() {
  const deps = await createTestDeps();
  const service = startService(deps);
  const { id } = await logInEntity(service, deps);
  const handleMessage = createRpcServer(identityService, service.handlers, ownExtension);
  const message = (method: string, input: object) => ({ type: 'rpc', service: 'identity', method, input });
  return { service, handleMessage: handleMessage, message, id };
}

it('the background responds to the popup, and includes the token', async () => {
  const { service, handleMessage, message, id } = await setUp();
  const accessToken = await readToken(service, id);
  expect(await handleMessage(message('token', { sessionId: id }), popup)).toEqual({
    status: 'done',
    value: { accessToken },
  });
});

it('the background responds to the panel, but without the token', async () => {
  const { handleMessage, message, id } = await setUp();
  expect(await handleMessage(message('state', {}), panel)).toMatchObject({ value: { sessions: [{ id }] } });
  for (const request of ['token', 'claims', 'startActing'])
    expect(await handleMessage(message(request, { sessionId: id }), panel)).toEqual(DENIED);
});

it.each(foreignSenders)('the background does not respond to any request from %s', async (_who, sender) => {
  const { handleMessage, message, id } = await setUp();
  for (const [request, payload] of [
    ['token', { sessionId: id }],
    ['state', {}],
    ['logout', { sessionId: id }],
  ] as const) {
    expect(await handleMessage(message(request, payload), sender)).toEqual(DENIED);
  }
  expect(await handleMessage(message('state', {}), panel)).toMatchObject({ value: { sessions: [{ id }] } });
});

it.each([
  ['token', {}],
  ['login', { userId: 7 }],
  ['saveEnvironment', { environmentId: null, draft: {} }],
])('the background does not respond to a "%s" request with a payload of another shape', async (request, payload) => {
  const { handleMessage, message } = await setUp();
  expect(await handleMessage(message(request, payload), popup)).toEqual({ status: 'error', code: 'bad-input' });
});

it.each([[null], ['identity'], [{ type: 'captured' }], [{ type: 'rpc', service: 'registry', method: 'call' }]])(
  'the background ignores a message that is not for its identity service: %o',
  async (message) => {
    const { handleMessage } = await setUp();
    expect(handleMessage(message, popup)).toBeUndefined();
  },
);
