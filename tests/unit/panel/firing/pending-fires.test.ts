import { expect, it } from 'vitest';
import { messageText } from '#components/i18n/message-text.ts';
import type { CallOutcome, TelemetryRecord } from '#core/journey/record';
import type { FiringTarget } from '#core/journey/watched-frame';
import { createPendingFires } from '#panel/firing/pending-fires';
import { callOf, recordOf, requestOf } from '#tests/fixtures/records';

const frame: FiringTarget = {
  frameId: 0,
  url: 'http://localhost/',
  documentId: 'd1',
  title: '',
  sdks: [{ global: '$t', generation: '2.x' }],
  sdk: 0,
};

function createTestFires({ isPresent = true } = {}) {
  const commands: unknown[] = [];
  let expire: () => void = () => undefined;
  const fires = createPendingFires({
    sendCommand: (_documentId, command) => {
      commands.push(command);
      return isPresent;
    },
    newId: () => 'q1',
    setTimer: (_ms, call) => {
      expire = call;
      return () => undefined;
    },
  });
  return { fires, commands, expire: () => expire() };
}

function firedRecord(outcome: CallOutcome): TelemetryRecord {
  const firedBy = { type: 'panel', requestId: 'q1' } as const;
  return recordOf(1, { requests: [requestOf()], firedBy, call: callOf({ outcome }) });
}

it('firing through a page sends a command, and succeeds once the call has returned', async () => {
  const { fires, commands } = createTestFires();
  const result = fires.fire('interact', [{ id: 'x' }], frame);
  fires.handleRecords([firedRecord({ status: 'running' })]);
  fires.handleRecords([firedRecord({ status: 'returned', at: 2 })]);
  expect(await result).toEqual({ ok: true, value: { requestId: 'q1' } });
  expect(commands).toEqual([{ type: 'fire', requestId: 'q1', sdk: 0, method: 'interact', args: [{ id: 'x' }] }]);
});

it('firing through a page also succeeds when the SDK throws', async () => {
  const { fires } = createTestFires();
  const result = fires.fire('metrics', [], frame);
  fires.handleRecords([firedRecord({ status: 'threw', at: 2, message: 'x' })]);
  expect((await result).ok).toBe(true);
});

it.each([
  [
    'the frame was removed',
    'That frame no longer exists. Select another frame.',
    { isPresent: false },
    () => undefined,
  ],
  [
    'the SDK was removed',
    'That frame has no telemetry SDK anymore. Reload the page or select another frame.',
    {},
    (testFires: ReturnType<typeof createTestFires>) => testFires.fires.handleNotFired('q1'),
  ],
  [
    'the page does not respond',
    'The page didn’t respond within 5 s. Check whether it’s paused in the debugger, then fire again.',
    {},
    (testFires: ReturnType<typeof createTestFires>) => testFires.expire(),
  ],
])('firing through a page fails with a message when %s', async (_case, text, options, cause) => {
  const testFires = createTestFires(options);
  const result = testFires.fires.fire('interact', [], frame);
  cause(testFires);
  const response = await result;
  expect(response.ok ? '' : messageText(response.failure.message)).toContain(text);
});
