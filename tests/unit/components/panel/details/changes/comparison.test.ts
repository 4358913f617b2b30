import { expect, it } from 'vitest';
import { compareRows } from '#components/panel/details/changes/ChangesTab.tsx';
import type { Change } from '#core/journey/record';
import { callOf, eventOf, recordOf, requestOf } from '#tests/fixtures/records';

const lines = (record: Parameters<typeof compareRows>[0]) =>
  compareRows(record).map(({ path, label }) => `${path.join('.')} ${label ?? 'equal'}`);

const feedback = recordOf(1, {
  call: callOf({ method: 'feedback', args: [{ rating: 4, comments: 'good' }] }),
  event: eventOf({ json: { eid: 'FEEDBACK', edata: { rating: 4 } } }),
  changes: [{ type: 'dropped', path: ['edata', 'comments'], called: 'good' }],
});

it('the comparison of call and sent event lists the differences first, and the equal fields below', () => {
  expect(lines(feedback)).toEqual(['edata.comments Dropped', 'edata.rating equal']);
});

it('the comparison of call and sent event lists an object with a difference key by key', () => {
  const changes: readonly Change[] = [
    { type: 'rewritten', path: ['edata', 'extra', 'a'], called: 1, sent: 2 },
    { type: 'added', path: ['edata', 'duration'], sent: 5, fromRow: null },
  ];
  const record = recordOf(1, {
    call: callOf({ args: [{ extra: { a: 1, b: [1] }, type: 'TOUCH' }] }),
    event: eventOf({ json: { edata: { extra: { a: 2, b: [1] }, type: 'TOUCH', duration: 5 } } }),
    changes,
  });
  expect(lines(record)).toEqual([
    'edata.extra.a Changed by the SDK',
    'edata.duration Added by the SDK',
    'edata.extra.b equal',
    'edata.type equal',
  ]);
});

it('the comparison of call and sent event shows the content and the options of a start call by their paths in the event', () => {
  const record = recordOf(1, {
    call: callOf({ method: 'start', args: [{}, 'do_1', '1.0', { type: 'player' }, { context: { env: 'x' } }] }),
    event: eventOf({
      json: { edata: { type: 'player' }, object: { id: 'do_1', ver: '1.0' }, context: { env: 'x' } },
    }),
  });
  expect(lines(record)).toEqual(['edata.type equal', 'object.id equal', 'object.ver equal', 'context.env equal']);
});

it('the comparison of call and sent event names the row whose options leaked into the event', () => {
  const changes: readonly Change[] = [{ type: 'added', path: ['context', 'env'], sent: 'x', fromRow: 7 }];
  expect(compareRows({ ...feedback, changes })[0]).toMatchObject({ label: 'From earlier options', fromRow: 7 });
});

it('the comparison of call and sent event does not blame the SDK for an event that was changed after it was emitted correctly', () => {
  const changes: readonly Change[] = [{ type: 'rewritten', path: ['edata', 'id'], called: 'a', sent: 'b' }];
  const record = recordOf(1, {
    call: callOf({ args: [{ id: 'a' }] }),
    event: eventOf({ json: { edata: { id: 'a' } } }),
    requests: [requestOf({ carriedEvent: { edata: { id: 'b' } } })],
    changes,
  });
  expect(compareRows(record)).toEqual([
    { path: ['edata', 'id'], called: 'a', sent: 'b', label: 'Changed before sending', fromRow: null },
  ]);
});

it('the comparison of call and sent event is empty if no event was sent or no call was captured', () => {
  expect(compareRows({ ...feedback, event: null, changes: [] })).toEqual([]);
  expect(compareRows({ ...feedback, call: null, changes: [] })).toEqual([]);
});
