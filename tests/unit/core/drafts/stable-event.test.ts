import { expect, it } from 'vitest';
import { mapVolatileFields, toStableEvent } from '#core/drafts/stable-event';

const event = {
  eid: 'INTERACT',
  mid: 'INTERACT:1',
  ets: 1,
  actor: { type: 'User', id: 'device' },
  context: { env: 'home', did: 'device', sid: 'session', cdata: [{ id: 'a', at: 1 }] },
  edata: { id: 'play', duration: 3, extra: { time: 4 } },
};

it('toStableEvent removes the fields that differ between runs, and an actor id that equals the device id', () => {
  expect(toStableEvent(event)).toEqual({
    eid: 'INTERACT',
    actor: { type: 'User' },
    context: { env: 'home', cdata: [{ id: 'a', at: 1 }] },
    edata: { id: 'play', extra: { time: 4 } },
  });
});

it('toStableEvent preserves the id of a logged-in actor', () => {
  expect(toStableEvent({ ...event, actor: { id: 'user' } })).toMatchObject({ actor: { id: 'user' } });
});

it('toStableEvent removes ids that a server or the SDK creates for each event, and measured times in lists', () => {
  expect(toStableEvent({ eid: 'SEARCH', edata: { query: 'water', correlationid: 'c-1' } })).toEqual({
    eid: 'SEARCH',
    edata: { query: 'water' },
  });
  expect(toStableEvent({ eid: 'INTERRUPT', edata: { type: 'background', eventid: 'e-1' } })).toEqual({
    eid: 'INTERRUPT',
    edata: { type: 'background' },
  });
  const summary = { type: 'session', pageviews: 2 };
  const measuredSummary = {
    ...summary,
    starttime: 1,
    endtime: 2,
    timespent: 3,
    envsummary: [{ env: 'home', timespent: 3 }],
  };
  const pagesummary = [{ id: 'home', timespent: 2.5 }];
  const stableSummary = { ...summary, envsummary: [{ env: 'home' }], pagesummary: [{ id: 'home' }] };
  expect(toStableEvent({ eid: 'SUMMARY', edata: { ...measuredSummary, pagesummary } })).toMatchObject({
    edata: stableSummary,
  });
  // SDK 2.0.1 emits the argument unchanged.
  expect(toStableEvent({ eid: 'SUMMARY', edata: { edata: { ...measuredSummary, pagesummary } } })).toEqual({
    eid: 'SUMMARY',
    edata: { edata: stableSummary },
  });
});

it('toStableEvent returns a value that is not an event unchanged', () => {
  expect([toStableEvent(null), toStableEvent('a'), toStableEvent([])]).toEqual([null, 'a', []]);
});

it('mapVolatileFields replaces fields at additional paths, also in arrays, and passes each path to the callback', () => {
  const mapped = mapVolatileFields(event, (_, path) => path.join('/'), ['edata.extra.time', 'context.cdata.*.at']);
  expect(mapped).toMatchObject({
    mid: 'mid',
    context: { sid: 'context/sid', cdata: [{ id: 'a', at: 'context/cdata/0/at' }] },
    edata: { extra: { time: 'edata/extra/time' } },
  });
});

it('mapVolatileFields preserves a field named __proto__', () => {
  const mapped = toStableEvent(JSON.parse('{"edata":{"__proto__":{"a":1}},"mid":"1"}'));
  expect(JSON.stringify(mapped)).toBe('{"edata":{"__proto__":{"a":1}}}');
});
