import { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { expect, it } from 'vitest';
import type { CollectedChange } from '#core/collector/collected-change';
import { type CollectedEvents, createCollectedEvents } from '#core/collector/collected-events';
import type { ApiDeps } from '#node/collector/api/api-deps';
import { createWaitHandler } from '#node/collector/api/wait-handler';
import { createSlowTimeSliceDeps } from '#tests/fixtures/slow-time-slices';
import { batchOf, createReceivedBatch, invalidTouch } from '../../core/collector/received-batch';
import { createTestItems } from './start-collector';

/** Starts to wait for one event, whose conversion to JSON fails. */
function startFailingWait(): {
  readonly reply: Promise<unknown>;
  readonly events: CollectedEvents;
  readonly listeners: ReadonlySet<(change: CollectedChange) => void>;
  readonly socket: EventEmitter;
  readonly timers: readonly (() => void)[];
} {
  const { judge } = createTestItems();
  const collected = createCollectedEvents(judge.judge);
  const listeners = new Set<(change: CollectedChange) => void>();
  const events: CollectedEvents = {
    ...collected,
    onChange(listener) {
      listeners.add(listener);
      const unsubscribe = collected.onChange(listener);
      return () => {
        listeners.delete(listener);
        unsubscribe();
      };
    },
  };
  const timers: (() => void)[] = [];
  const deps = {
    ...createSlowTimeSliceDeps(),
    events,
    toItem() {
      throw new Error('not convertible');
    },
    setTimer(_: number, task: () => void) {
      timers.push(task);
      return () => {};
    },
  } as unknown as ApiDeps;
  const socket = new EventEmitter();
  const params = new URLSearchParams({ filter: 'kind:interact' });
  const reply = Promise.resolve(createWaitHandler(deps)(params, { socket } as unknown as IncomingMessage));
  return { reply, events, listeners, socket, timers };
}

it('a wait request whose matching event cannot be converted fails without an exception for the sender, and leaves no listener', async () => {
  const { reply, events, listeners, socket } = startFailingWait();
  expect(listeners.size).toBe(1);
  expect(() => events.add(createReceivedBatch(batchOf(invalidTouch('a'))))).not.toThrow();
  await expect(reply).rejects.toThrow('not convertible');
  expect([listeners.size, socket.listenerCount('close')]).toEqual([0, 0]);
});

it('a wait request whose nearest event cannot be converted fails at the timeout, and leaves no listener', async () => {
  const { reply, events, listeners, socket, timers } = startFailingWait();
  events.add(createReceivedBatch(batchOf({ eid: 'LOG', ets: 1, edata: {} })));
  for (const expire of timers) expire();
  await expect(reply).rejects.toThrow('not convertible');
  expect([listeners.size, socket.listenerCount('close')]).toEqual([0, 0]);
});
