import { expect, it } from 'vitest';
import { messageText } from '#components/i18n/message-text.ts';
import type { CallOutcome, TelemetryRecord } from '#core/journey/record';
import type { FiringTarget } from '#core/journey/watched-frame';
import { createPendingFires } from '#panel/firing/pending-fires';
import { callOf as aCall, requestOf as aRequest, recordOf } from '#tests/fixtures/records';

const aRecord = (change: Partial<TelemetryRecord> = {}) => recordOf(1, { requests: [aRequest()], ...change });

const frame: FiringTarget = {
  frameId: 0,
  url: 'http://localhost/',
  documentId: 'd1',
  title: '',
  sdks: [{ global: '$t', generation: '2.x' }],
  sdk: 0,
};

function createTestFires({ present = true } = {}) {
  const commands: unknown[] = [];
  let expire: () => void = () => undefined;
  const fires = createPendingFires({
    sendCommand: (_documentId, command) => {
      commands.push(command);
      return present;
    },
    newId: () => 'q1',
    setTimer: (_ms, call) => {
      expire = call;
      return () => undefined;
    },
  });
  return { fires, commands, expire: () => expire() };
}

function fired(outcome: CallOutcome): TelemetryRecord {
  return aRecord({ firedBy: { type: 'panel', requestId: 'q1' }, call: aCall({ outcome }) });
}

it('firing through a page sends a command, and succeeds once the call has returned', async () => {
  const { fires, commands } = createTestFires();
  const result = fires.fire('interact', [{ id: 'x' }], frame);
  fires.seen([fired({ status: 'running' })]);
  fires.seen([fired({ status: 'returned', at: 2 })]);
  expect(await result).toEqual({ ok: true, value: { requestId: 'q1' } });
  expect(commands).toEqual([{ type: 'fire', requestId: 'q1', sdk: 0, method: 'interact', args: [{ id: 'x' }] }]);
});

it('firing through a page also succeeds when the SDK throws', async () => {
  const { fires } = createTestFires();
  const result = fires.fire('metrics', [], frame);
  fires.seen([fired({ status: 'threw', at: 2, message: 'x' })]);
  expect((await result).ok).toBe(true);
});

it.each([
  ['the frame was removed', 'That frame no longer exists. Select another frame.', { present: false }, () => undefined],
  [
    'the SDK was removed',
    'That frame has no telemetry SDK anymore. Reload the page or select another frame.',
    {},
    (testFires: ReturnType<typeof createTestFires>) => testFires.fires.notFired('q1'),
  ],
  [
    'the page does not respond',
    'The page didn’t respond within 5 s. Check whether it’s paused in the debugger, then fire again.',
    {},
    (testFires: ReturnType<typeof createTestFires>) => testFires.expire(),
  ],
])('firing through a page fails with a message when %s', async (_case, text, options, happen) => {
  const testFires = createTestFires(options);
  const result = testFires.fires.fire('interact', [], frame);
  happen(testFires);
  const fired = await result;
  expect(fired.ok ? '' : messageText(fired.failure.message)).toContain(text);
});
