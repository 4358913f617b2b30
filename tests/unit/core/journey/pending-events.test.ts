import { describe, expect, it } from 'vitest';
import { createPendingEvents } from '#core/journey/pending-events';

const range = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

/** Creates the pending events of one document, whose SDK has not sent these rows. */
function createUnsent(...rows: readonly number[]) {
  const pending = createPendingEvents();
  for (const row of rows) pending.addUnsent('page', row);
  return pending;
}

describe('calls that are running', () => {
  it('the innermost running call is the latest one that has not returned', () => {
    const pending = createPendingEvents();
    expect(pending.innermostCall('page')).toBeNull();
    pending.addCall('page', 1);
    pending.addCall('page', 2);
    expect(pending.innermostCall('page')).toBe(2);
    pending.endCall('page', 2);
    expect(pending.innermostCall('page')).toBe(1);
    expect(pending.innermostCall('other')).toBeNull();
  });

  it('a call that returns also ends nested calls that have not returned', () => {
    const pending = createPendingEvents();
    for (const row of [1, 2, 3]) pending.addCall('page', row);
    pending.endCall('page', 1);
    expect(pending.innermostCall('page')).toBeNull();
  });

  it('the return of an unknown call ends no other call', () => {
    const pending = createPendingEvents();
    pending.addCall('page', 1);
    pending.endCall('page', 7);
    expect(pending.innermostCall('page')).toBe(1);
  });

  it('only the innermost 1,000 nested calls are stored', () => {
    const pending = createPendingEvents();
    for (const row of range(1_001)) pending.addCall('page', row);
    pending.endCall('page', 1);
    expect(pending.innermostCall('page')).toBe(1_001);
    pending.endCall('page', 2);
    expect(pending.innermostCall('page')).toBeNull();
  });
});

describe('calls that returned without their event', () => {
  it('each call without its event is matched once, the oldest first', () => {
    const pending = createPendingEvents();
    pending.setExpectedResult('page', 1, 'event');
    pending.setExpectedResult('page', 2, 'event');
    expect(pending.claimPendingCall('page', () => true)).toBe(1);
    expect(pending.claimPendingCall('page', (row) => row === 2)).toBe(2);
    expect(pending.claimPendingCall('page', () => true)).toBeNull();
  });

  it('only the first 200 calls without their event are searched', () => {
    const pending = createPendingEvents();
    for (const row of range(201)) pending.setExpectedResult('page', row, 'event');
    const searchedRows: number[] = [];
    const claim = (wanted: number) =>
      pending.claimPendingCall('page', (row) => {
        searchedRows.push(row);
        return row === wanted;
      });
    expect([claim(201), searchedRows.length]).toEqual([null, 200]);
    expect(claim(200)).toBe(200);
  });

  it('openCalls lists the calls whose event only a request may contain, then the calls that await an event', () => {
    const pending = createPendingEvents();
    pending.setExpectedResult('page', 1, 'event');
    pending.setExpectedResult('page', 2, 'request');
    pending.setExpectedResult('page', 3, 'none');
    expect([...pending.callsWithoutEvent('page')]).toEqual([2]);
    expect([...pending.openCalls('page')]).toEqual([2, 1]);
    expect([...pending.openCalls('other')]).toEqual([]);
  });

  it('a call that settles twice has its last outcome', () => {
    const pending = createPendingEvents();
    pending.setExpectedResult('page', 1, 'request');
    pending.setExpectedResult('page', 1, 'event');
    expect([...pending.openCalls('page')]).toEqual([1]);
    pending.setExpectedResult('page', 1, 'none');
    expect([[...pending.openCalls('page')], pending.unsentOf('page').rows]).toEqual([[], []]);
  });

  it('only the newest 1,000 calls whose event only a request may contain are stored', () => {
    const pending = createPendingEvents();
    for (const row of range(1_001)) pending.setExpectedResult('page', row, 'request');
    const rows = [...pending.callsWithoutEvent('page')];
    expect([rows.length, rows[0]]).toEqual([1_000, 2]);
  });

  it('an event is overtaken by the events that are emitted between the return of its call and its own emission', () => {
    const pending = createPendingEvents();
    pending.setExpectedResult('page', 1, 'event');
    expect(pending.countEmitted('page', null)).toBe(0);
    expect(pending.countEmitted('page', 7)).toBe(0);
    expect(pending.countEmitted('page', 1)).toBe(2);
    expect(pending.countEmitted('page', 1)).toBe(0);
  });

  it('a promise that settles later does not change the number of overtaking events', () => {
    const pending = createPendingEvents();
    pending.setExpectedResult('page', 1, 'event');
    pending.countEmitted('page', null);
    pending.setExpectedResult('page', 1, 'event');
    expect(pending.countEmitted('page', 1)).toBe(1);
  });
});

describe('events that an SDK queues', () => {
  it('a row is queued until a request contains its event', () => {
    const pending = createUnsent(1, 2);
    expect(pending.unsentOf('page')).toEqual({ rows: [1, 2], unreadableThrough: 0 });
    pending.removeSent([1, 9]);
    expect(pending.unsentOf('page').rows).toEqual([2]);
  });

  it('an unreadable request may contain the rows up to the given row, until its body is read', () => {
    const pending = createUnsent(1, 2, 3);
    pending.addUnreadableRequest('page', 'a', 2);
    pending.addUnreadableRequest('page', 'b', 1);
    expect(pending.unsentOf('page').unreadableThrough).toBe(2);
    pending.removeUnreadableRequest('page', 'a');
    expect(pending.unsentOf('page').unreadableThrough).toBe(1);
    pending.removeUnreadableRequest('other', 'b');
    expect(pending.unsentOf('page').unreadableThrough).toBe(1);
  });

  it('only the newest 1,000 unreadable requests are stored', () => {
    const pending = createUnsent(1);
    for (const index of range(1_001)) pending.addUnreadableRequest('page', `request ${index}`, index === 1 ? 5 : 1);
    expect(pending.unsentOf('page').unreadableThrough).toBe(1);
  });

  it('unfinished rows are the rows that a document may still update', () => {
    const pending = createUnsent(1);
    pending.addCall('page', 2);
    pending.setExpectedResult('page', 3, 'event');
    pending.setExpectedResult('page', 4, 'request');
    pending.setExpectedResult('page', 5, 'none');
    expect([...new Set(pending.unfinished())].sort()).toEqual([1, 2, 3, 4]);
  });
});

describe('documents that close', () => {
  it('a document that unloads loses its queued events once', () => {
    const pending = createUnsent(1, 2);
    pending.addUnreadableRequest('page', 'a', 1);
    pending.hideDocument('page', false);
    expect(pending.closeDocument('page')).toEqual({ lost: { rows: [1, 2], unreadableThrough: 1 }, expired: null });
    expect(pending.closeDocument('page')).toEqual({ lost: null, expired: null });
    expect(pending.unsentOf('page').rows).toEqual([]);
  });

  it('an unknown document loses no events', () => {
    expect(createPendingEvents().closeDocument('page')).toEqual({ lost: null, expired: null });
  });

  it('an event that a document reports after its unload is lost, too', () => {
    const pending = createUnsent(1);
    pending.hideDocument('page', false);
    pending.closeDocument('page');
    pending.addUnsent('page', 2);
    expect(pending.closeDocument('page').lost?.rows).toEqual([2]);
  });

  it('a document in the back/forward cache retains its queued events', () => {
    const pending = createUnsent(1);
    pending.hideDocument('page', true);
    expect(pending.closeDocument('page')).toEqual({ lost: null, expired: null });
    expect(pending.unsentOf('page').rows).toEqual([1]);
  });

  it('a document that unloads from the back/forward cache loses its queued events', () => {
    const pending = createUnsent(1);
    pending.hideDocument('page', true);
    pending.hideDocument('page', false);
    expect(pending.closeDocument('page').lost?.rows).toEqual([1]);
  });

  it('the oldest cached document expires if there are more than 200', () => {
    const pending = createPendingEvents();
    for (const index of range(200)) {
      pending.addUnsent(`page ${index}`, index);
      expect(pending.closeDocument(`page ${index}`).expired).toBeNull();
    }
    // This document makes a call again, so it has left the cache, and closes as the newest.
    pending.addCall('page 1', 1_000);
    pending.closeDocument('page 1');
    pending.addUnsent('page 201', 201);
    expect(pending.closeDocument('page 201').expired?.rows).toEqual([2]);
    expect([pending.unsentOf('page 1').rows, pending.unsentOf('page 2').rows]).toEqual([[1], []]);
  });
});
