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

function openLine({ present = true } = {}) {
  const commands: unknown[] = [];
  let giveUp: () => void = () => undefined;
  const line = createPendingFires({
    sendCommand: (_documentId, command) => {
      commands.push(command);
      return present;
    },
    newId: () => 'q1',
    after: (_ms, call) => {
      giveUp = call;
      return () => undefined;
    },
  });
  return { line, commands, giveUp: () => giveUp() };
}

function fired(outcome: CallOutcome): TelemetryRecord {
  return aRecord({ firedBy: { type: 'panel', requestId: 'q1' }, call: aCall({ outcome }) });
}

it('firing through a page sends a command, and succeeds once the call has returned', async () => {
  const { line, commands } = openLine();
  const result = line.fire('interact', [{ id: 'x' }], frame);
  line.seen([fired({ status: 'running' })]);
  line.seen([fired({ status: 'returned', at: 2 })]);
  expect(await result).toEqual({ ok: true, value: { requestId: 'q1' } });
  expect(commands).toEqual([{ type: 'fire', requestId: 'q1', sdk: 0, method: 'interact', args: [{ id: 'x' }] }]);
});

it('firing through a page also succeeds when the SDK throws', async () => {
  const { line } = openLine();
  const result = line.fire('metrics', [], frame);
  line.seen([fired({ status: 'threw', at: 2, message: 'x' })]);
  expect((await result).ok).toBe(true);
});

it.each([
  ['the frame was removed', 'That frame no longer exists. Select another frame.', { present: false }, () => undefined],
  [
    'the SDK was removed',
    'That frame has no telemetry SDK anymore. Reload the page or select another frame.',
    {},
    (open: ReturnType<typeof openLine>) => open.line.notFired('q1'),
  ],
  [
    'the page does not respond',
    'The page didn’t respond within 5 s. Check whether it’s paused in the debugger, then fire again.',
    {},
    (open: ReturnType<typeof openLine>) => open.giveUp(),
  ],
])('firing through a page fails with a message when %s', async (_case, text, options, happen) => {
  const open = openLine(options);
  const result = open.line.fire('interact', [], frame);
  happen(open);
  const fired = await result;
  expect(fired.ok ? '' : messageText(fired.failure.message)).toContain(text);
});
