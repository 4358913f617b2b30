import { describe, expect, it } from 'vitest';
import { batchOf, checkBatch, eventsOfBody } from '#core/telemetry/batch';
import { textOf } from '#tests/fixtures/finding-text';
import { eventOf, inShort, json } from './sentences';

const events = [eventOf('heartbeat', {})];
const whole = { id: 'api.sunbird.telemetry', ver: '3.0', params: { msgid: '5f0c' }, ets: 1_763_620_200_000, events };

function findingsOf(body: object) {
  const batch = batchOf(json(body));
  return batch ? checkBatch(batch).map(inShort) : null;
}

describe('a batch is known by its body', () => {
  it('an object whose events have eid and edata, whatever its id', () => {
    expect(eventsOfBody({ events })).toEqual(events);
    expect(eventsOfBody({ id: 'anything', events })).toEqual(events);
  });

  it.each(['ets', 'ver', 'mid', 'actor', 'context', 'edata'])('an object whose event has eid and %s alone', (field) => {
    expect(eventsOfBody({ events: [{ eid: 'INTERACT', [field]: null }] })).toHaveLength(1);
  });

  it('an object with the fields of a batch whose event has an eid alone', () => {
    expect(eventsOfBody({ ...whole, events: [{ eid: 'INTERACT' }] })).toHaveLength(1);
  });

  it('one good event is enough, and broken ones beside it are kept', () => {
    expect(batchOf({ events: [null, { eid: 'LOG' }, ...events] })?.events).toHaveLength(3);
  });

  it.each([
    null,
    [],
    'text',
    {},
    { events: [] },
    { events: {} },
    { events: [{ name: 'click' }] },
    { events: [{ eid: 'LOG' }] },
    { events: [{ eid: 7, edata: {} }] },
    { events: [{ ets: 1, mid: 'm', edata: {} }] },
    { id: 'a', ver: '1', params: {}, events: [{ eid: null }] },
    { id: 'a', ver: '1', events: [{ eid: 'LOG' }] },
    { id: 'api.sunbird.telemetry' },
  ])('%j is none', (body) => {
    expect(batchOf(body)).toBeNull();
  });
});

describe('the batch itself', () => {
  it('the batch itself has no finding when it is whole', () => {
    expect(findingsOf(whole)).toEqual([]);
  });

  it.each([
    [{ id: undefined }, 'error missing id'],
    [{ ver: undefined }, 'error missing ver'],
    [{ params: undefined }, 'error missing params'],
    [{ params: {} }, 'error missing params.msgid'],
    [{ ets: '1' }, 'error wrong-type ets'],
    [{ events: [7, ...events] }, 'error wrong-type events.0'],
  ])('the batch itself with %j has one finding: %s', (part, finding) => {
    expect(findingsOf({ ...whole, ...part })).toEqual([finding]);
  });

  it('speaks as the envelope', () => {
    const batch = batchOf(json({ ...whole, id: 7 }));
    const [finding] = batch === null ? [] : checkBatch(batch);
    expect(finding?.ruleSet).toBe('envelope');
    expect(textOf(finding)).toBe('id must be a string; got 7.');
  });
});
