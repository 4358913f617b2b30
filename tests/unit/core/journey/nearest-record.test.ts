import { expect, it } from 'vitest';
import { findNearestRecord } from '#core/journey/record-comparison';
import { eventOf, recordOf } from '#tests/fixtures/records';

const interactRecord = (row: number, edata: Record<string, string>) =>
  recordOf(row, { event: eventOf({ json: { eid: 'INTERACT', edata } }) });
const target = interactRecord(1, { type: 'TOUCH', id: 'play', pageid: 'home' });

it('the nearest record has the same kind, and preferably the same type, then the same id, then the same page', () => {
  const log = recordOf(2, { kind: 'log', name: 'log', event: eventOf({ json: target.event?.json ?? null }) });
  const samePage = interactRecord(3, { type: 'DRAG', id: 'next', pageid: 'home' });
  const sameId = interactRecord(4, { type: 'DRAG', id: 'play', pageid: 'map' });
  const sameType = interactRecord(5, { type: 'TOUCH', id: 'next', pageid: 'map' });
  const all = [log, samePage, sameId, sameType];
  expect(findNearestRecord(target, all)?.row).toBe(5);
  expect(findNearestRecord(target, [log, samePage, sameId])?.row).toBe(4);
  expect(findNearestRecord(target, [log, samePage])?.row).toBe(3);
  expect(findNearestRecord(target, [log])).toBeNull();
});
