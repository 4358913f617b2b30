import { expect, it } from 'vitest';
import { checkBatch } from '#core/telemetry/body/batch';
import { telemetryOfJson } from '#core/telemetry/body/telemetry-body';
import { textOf } from '#tests/fixtures/finding-text';
import { formatFinding } from './format-finding';
import { eventOf, toPlainJson } from './sample-events';

const events = [eventOf('heartbeat', {})];
const wholeBatch = {
  id: 'api.sunbird.telemetry',
  ver: '3.0',
  params: { msgid: '5f0c' },
  ets: 1_763_620_200_000,
  events,
};

function findingsOf(body: object) {
  const batch = telemetryOfJson(toPlainJson(body));
  return batch ? checkBatch(batch).map(formatFinding) : null;
}

it('a valid batch envelope has no findings', () => {
  expect(findingsOf(wholeBatch)).toEqual([]);
});

it.each([
  [{ id: undefined }, 'error missing id'],
  [{ ver: undefined }, 'error missing ver'],
  [{ params: undefined }, 'error missing params'],
  [{ params: {} }, 'error missing params.msgid'],
  [{ ets: '1' }, 'error wrong-type ets'],
  [{ events: [7, ...events] }, 'error wrong-type events.0'],
])('the batch envelope with %j has one finding: %s', (overrides, finding) => {
  expect(findingsOf({ ...wholeBatch, ...overrides })).toEqual([finding]);
});

it('findings of the batch envelope have the rule set and the texts of the event envelope', () => {
  const batch = telemetryOfJson(toPlainJson({ ...wholeBatch, id: 7 }));
  const [finding] = batch === null ? [] : checkBatch(batch);
  expect(finding?.ruleSet).toBe('envelope');
  expect(textOf(finding)).toBe('id must be a string; got 7.');
});

it.each([{ data: wholeBatch }, { data: { id: 7, events } }, events, events[0]])(
  'the batch envelope is not checked in %j',
  (body) => {
    expect(findingsOf(body as object)).toEqual([]);
  },
);
