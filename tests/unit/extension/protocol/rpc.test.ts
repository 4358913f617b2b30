import { describe, expect, it } from 'vitest';
import { fail, succeed } from '#core/util/result';
import * as z from '#core/util/zod';
import type { RpcHandlers, RpcService } from '#extension/protocol/rpc';
import { createRpcClient } from '#extension/protocol/rpc-client';
import { createRpcServer } from '#extension/protocol/rpc-server';
import type { MessageSender } from '#extension/protocol/sender';
import { foreignSenders, ownExtension, panel, popup, relay } from '#tests/fixtures/rpc-calls';

const methods = {
  double: { from: 'extension-page', input: z.object({ n: z.number() }), output: z.object({ n: z.number() }) },
  divide: {
    from: 'extension-page',
    input: z.object({ by: z.number() }),
    output: z.object({ n: z.number() }),
    failure: z.object({ reason: z.literal('by-zero') }),
    timeoutMs: 5_000,
  },
  secret: { from: 'popup', input: z.object({}), output: z.string() },
  report: { from: 'relay', input: z.object({}), output: z.null() },
} as const;
const service: RpcService<typeof methods> = { name: 'arithmetic', methods };

const handlersOfService: RpcHandlers<typeof methods, MessageSender> = {
  double: async ({ n }) => ({ n: 2 * n }),
  divide: async ({ by }) => (by === 0 ? fail({ reason: 'by-zero' }) : succeed({ n: 1 / by })),
  secret: async () => 'token',
  report: async () => null,
};

interface Timer {
  readonly milliseconds: number;
  readonly callback: () => void;
}

/** Connects a client with a server by messages in JSON. */
function connect(change: Partial<RpcHandlers<typeof methods, MessageSender>> = {}, sender: MessageSender = panel) {
  const handlers = { ...handlersOfService, ...change };
  const serve = createRpcServer(service, handlers, ownExtension);
  const timers = new Set<Timer>();
  const sent: unknown[] = [];
  const deps = {
    send: async (message: unknown): Promise<unknown> => {
      sent.push(message);
      const response = await serve(JSON.parse(JSON.stringify(message)), sender);
      return response === undefined ? undefined : JSON.parse(JSON.stringify(response));
    },
    setTimer: (milliseconds: number, callback: () => void) => {
      const timer = { milliseconds, callback };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    newId: () => `call-${sent.length}`,
  };
  return { call: createRpcClient(service, deps), serve, deps, timers, sent };
}

const request = (method: string, input: unknown = {}, name = 'arithmetic') => ({
  type: 'rpc',
  service: name,
  method,
  input,
});

/** A handler that waits until its call is aborted. */
function createWaitingHandler() {
  const aborted: string[] = [];
  const divide: (typeof handlersOfService)['divide'] = ({ by }, { signal }) =>
    new Promise((resolve) => {
      signal.addEventListener('abort', () => {
        aborted.push(`by ${by}`);
        resolve(succeed({ n: 0 }));
      });
    });
  return { aborted, divide };
}

it('a call returns the output', async () => {
  const { call, timers } = connect();
  expect(await call('double', { n: 4 })).toEqual(succeed({ n: 8 }));
  expect(timers.size).toBe(0);
});

it('a call returns an expected failure as a value', async () => {
  const { call } = connect();
  expect(await call('divide', { by: 2 })).toEqual(succeed({ n: 0.5 }));
  expect(await call('divide', { by: 0 })).toEqual(fail({ reason: 'by-zero' }));
});

it('a call is sent synchronously, so that a page can still call while it unloads', () => {
  const { call, sent } = connect();
  void call('double', { n: 1 });
  expect(sent).toHaveLength(1);
});

it('a call omits fields that are not in the output schema', async () => {
  const { call } = connect({ double: async () => ({ n: 1, accessToken: 'secret' }) as { n: number } });
  expect(await call('double', { n: 1 })).toEqual(succeed({ n: 1 }));
});

it('the server rejects an unknown method', async () => {
  const { serve } = connect();
  for (const name of ['triple', 'constructor', '__proto__', ''])
    expect(await serve(request(name), panel)).toEqual({ status: 'error', code: 'unknown-method' });
});

it('the server rejects input of another shape, and does not pass it to the handler', async () => {
  const inputs: unknown[] = [];
  const { serve } = connect({
    double: async (input) => {
      inputs.push(input);
      return { n: 0 };
    },
  });
  for (const input of [{}, { n: '4' }, null, undefined, [4]])
    expect(await serve(request('double', input), panel)).toEqual({ status: 'error', code: 'bad-input' });
  expect(inputs).toEqual([]);
});

it.each(foreignSenders)(
  'the server rejects %s for any method, without revealing which methods exist',
  async (_, sender) => {
    const { serve } = connect();
    for (const name of ['double', 'divide', 'secret', 'triple'])
      expect(await serve(request(name, { n: 1, by: 1 }), sender)).toEqual({ status: 'error', code: 'denied' });
  },
);

it('the server accepts methods for the popup from the popup only', async () => {
  const { serve } = connect();
  expect(await serve(request('secret'), popup)).toEqual({ status: 'done', value: 'token' });
  expect(await serve(request('secret'), panel)).toEqual({ status: 'error', code: 'denied' });
});

it('the server accepts reports of relays from relays only', async () => {
  const { serve } = connect();
  expect(await serve(request('report'), relay)).toEqual({ status: 'done', value: null });
  for (const sender of [panel, popup, {}])
    expect(await serve(request('report'), sender)).toEqual({ status: 'error', code: 'denied' });
});

it('the server ignores messages for other servers', () => {
  const { serve } = connect();
  const others = [null, 'rpc', 7, [], {}, { type: 'rpc' }, request('double', {}, 'other'), { type: 'rpc-abort' }];
  for (const message of others) expect(serve(message, panel)).toBeUndefined();
});

it('the server reports that a handler threw, but not the exception', async () => {
  const { serve } = connect({
    double: async () => {
      throw new Error('token abc');
    },
  });
  expect(await serve(request('double', { n: 1 }), panel)).toEqual({ status: 'error', code: 'threw' });
});

describe('failed calls', () => {
  const noBackground = (detail: string) => fail({ reason: 'no-background', detail });

  it('a call fails if the sender is rejected', async () => {
    expect(await connect({}, relay).call('double', { n: 1 })).toEqual(noBackground('denied'));
    expect(await connect().call('secret', {})).toEqual(noBackground('denied'));
  });

  it('a call fails if the output has another shape', async () => {
    const { call } = connect({ double: async () => ({ n: 'four' }) as unknown as { n: number } });
    expect(await call('double', { n: 2 })).toEqual(noBackground('bad-output'));
  });

  it('a call fails if the failure has another shape', async () => {
    const { call } = connect({
      divide: async () => fail({ reason: 'tired' }) as unknown as ReturnType<typeof fail<never>>,
    });
    expect(await call('divide', { by: 2 })).toEqual(noBackground('bad-output'));
  });

  it('a call fails if the response does not follow the protocol', async () => {
    const { deps } = connect();
    for (const response of ['done', {}, { status: 'odd' }, { denied: true }]) {
      const call = createRpcClient(service, { ...deps, send: async () => response });
      expect(await call('double', { n: 2 })).toEqual(noBackground('bad-output'));
    }
  });

  it.each([
    ['the background is stopped during the call', () => Promise.reject(new Error('message channel closed'))],
    ['no server listens', () => Promise.resolve(undefined)],
  ])('a call without a response fails as unreachable if %s', async (_, send) => {
    const { deps, timers } = connect();
    const call = createRpcClient(service, { ...deps, send });
    expect(await call('double', { n: 2 })).toEqual(noBackground('unreachable'));
    expect(timers.size).toBe(0);
  });

  it('a call times out after the timeout of its method, and aborts the handler', async () => {
    const { aborted, divide } = createWaitingHandler();
    const { call, timers } = connect({ divide });
    const result = call('divide', { by: 3 });
    const [timer] = timers;
    expect(timer?.milliseconds).toBe(5_000);
    timer?.callback();
    expect(await result).toEqual(noBackground('timeout'));
    expect(aborted).toEqual(['by 3']);
    expect(timers.size).toBe(0);
  });

  it('a call has a default timeout', () => {
    const { call, timers } = connect();
    void call('double', { n: 1 });
    expect([...timers].map(({ milliseconds }) => milliseconds)).toEqual([30_000]);
  });
});

it('an aborted call ends at once for the caller, and aborts the signal of the handler', async () => {
  const { aborted, divide } = createWaitingHandler();
  const { call, timers } = connect({ divide });
  const controller = new AbortController();
  const others = call('divide', { by: 1 });
  const result = call('divide', { by: 2 }, controller.signal);
  controller.abort();
  expect(await result).toEqual(fail({ reason: 'cancelled' }));
  expect(aborted).toEqual(['by 2']);
  expect(timers.size).toBe(1);
  for (const timer of timers) timer.callback();
  await others;
});

it('a call with an aborted signal is not sent', async () => {
  const { call, sent } = connect();
  expect(await call('double', { n: 1 }, AbortSignal.abort())).toEqual(fail({ reason: 'cancelled' }));
  expect(sent).toEqual([]);
});

it('an abort after the end of the call sends nothing', async () => {
  const { call, sent } = connect();
  const controller = new AbortController();
  await call('double', { n: 1 }, controller.signal);
  controller.abort();
  expect(sent).toHaveLength(1);
});

it.each(foreignSenders)('a pending call cannot be aborted by %s', async (_, sender) => {
  const { aborted, divide } = createWaitingHandler();
  const { serve } = connect({ divide });
  void serve({ ...request('divide', { by: 2 }), id: 'one' }, panel);
  void serve({ type: 'rpc-abort', service: 'arithmetic', id: 'one' }, sender);
  expect(aborted).toEqual([]);
  void serve({ type: 'rpc-abort', service: 'arithmetic', id: 'one' }, panel);
  expect(aborted).toEqual(['by 2']);
});

it('an aborted call ends for the caller even if the background is unreachable', async () => {
  const { deps } = connect();
  const controller = new AbortController();
  const call = createRpcClient(service, { ...deps, send: () => Promise.reject(new Error('gone')) });
  const result = call('double', { n: 1 }, controller.signal);
  controller.abort();
  expect(await result).toEqual(fail({ reason: 'cancelled' }));
});
