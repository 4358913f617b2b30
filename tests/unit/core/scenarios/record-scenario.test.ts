import { expect, it } from 'vitest';
import { messageText } from '#components/i18n/message-text.ts';
import { recordScenario } from '#core/scenarios/record-scenario';
import { scenarioSchema } from '#core/scenarios/scenario';
import { messageForStep } from '#core/scenarios/step-labels';
import { callOf, eventOf, recordOf } from '#tests/fixtures/records';

const edata = { type: 'TOUCH', id: 'next-button', pageid: 'home', subtype: 'left' };
const touched = (row: number) =>
  recordOf(row, { call: callOf({ args: [edata] }), event: eventOf({ json: { eid: 'INTERACT', edata } }) });

const stepTexts = (...given: Parameters<typeof recordScenario>) =>
  recordScenario(...given).steps.map((step) => messageText(messageForStep(step)));

it('a scenario recorded from rows waits for the events of the page, and expects their ids and listed values', () => {
  expect(stepTexts('A', [touched(1)])).toEqual([
    'Wait for kind:interact',
    'Expect edata.type to be "TOUCH"',
    'Expect edata.id to be "next-button"',
    'Expect edata.pageid to be "home"',
    'Expect no invalid events',
  ]);
});

it('a scenario recorded from rows expects consecutive rows as next events, and waits for an event after omitted rows', () => {
  const steps = recordScenario('A', [touched(1), touched(2), touched(5)]).steps.map((step) => step.type);
  expect(steps.filter((action) => action !== 'expect-field')).toEqual([
    'wait-for',
    'expect-kind',
    'wait-for',
    'expect-no-invalid',
  ]);
});

it('a scenario recorded from rows fires manually fired events again, or all events on request', () => {
  const fired = recordOf(1, { firedBy: { type: 'panel', requestId: 'a' }, call: callOf({ args: [edata] }) });
  expect(recordScenario('A', [fired]).steps[0]).toEqual({ type: 'fire', kind: 'interact', args: { data: edata } });
  expect(stepTexts('A', [touched(1)], true)).toEqual(['Fire INTERACT', 'Expect no invalid events']);
});

it('a scenario recorded from rows omits values that the SDK dropped from the event', () => {
  const sent = { rating: 4 };
  const feedback = recordOf(1, {
    kind: 'feedback',
    call: callOf({ method: 'feedback', args: [{ contentId: 'do_1', rating: 4 }] }),
    event: eventOf({ json: { eid: 'FEEDBACK', edata: sent, object: {} } }),
  });
  expect(stepTexts('A', [feedback])).toEqual(['Wait for kind:feedback', 'Expect no invalid events']);
});

it('a scenario recorded from rows expects an argument at its path in the event: contentId at object.id', () => {
  const start = recordOf(1, {
    kind: 'start',
    call: callOf({ method: 'start', args: [{}, 'do_1', '1.0', { type: 'player', mode: 'play', stageid: 's' }] }),
    event: eventOf({ json: { eid: 'START', object: { id: 'do_1' }, edata: { type: 'player', mode: 'play' } } }),
  });
  expect(stepTexts('A', [start])).toContain('Expect object.id to be "do_1"');
});

it('a scenario recorded from rows with invalid events expects the same number of invalid events', () => {
  expect(stepTexts('A', [{ ...touched(1), verdict: 'invalid' }]).at(-1)).toBe(
    'Expect exactly 1 event matching is:invalid',
  );
});

it('a scenario recorded from many rows is valid, and does not exceed the limit of steps', () => {
  const rows = Array.from({ length: 900 }, (_, index) => touched(index + 1));
  expect(scenarioSchema.safeParse(recordScenario('Long', rows)).success).toBe(true);
});
