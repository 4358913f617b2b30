import { expect, it } from 'vitest';
import { withSampleArguments } from '#core/drafts/sample-event';
import { compareRecords } from '#core/journey/record-comparison';
import { eventOf, recordOf } from '#tests/fixtures/records';

it('an event differs from a sample only in the fields that the sample sets', () => {
  const json = {
    eid: 'INTERACT',
    mid: 'm:1',
    ets: 1,
    context: { channel: 'demo', env: 'lesson' },
    object: { id: 'do_1' },
    edata: { type: 'click', id: 'play' },
  };
  const record = recordOf(1, { event: eventOf({ json }) });
  const args = { data: { type: 'TOUCH', id: 'play', pageid: 'home' }, options: { context: { env: 'home' } } };
  const { differences, volatile } = compareRecords(record, withSampleArguments(record.observed, 'interact', args));
  expect(differences).toEqual([
    { path: ['edata', 'type'], before: 'click', after: 'TOUCH' },
    { path: ['edata', 'pageid'], before: undefined, after: 'home' },
    { path: ['context', 'env'], before: 'lesson', after: 'home' },
  ]);
  expect(volatile).toEqual([]);
});
