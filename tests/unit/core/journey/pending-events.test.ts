import { describe, expect, it } from 'vitest';
import { createPendingEvents } from '#core/journey/pending-events';

const range = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

/** One document with these rows held by its SDK. */
function holding(...rows: readonly number[]) {
  const pending = createPendingEvents();
  for (const row of rows) pending.addHeld('page', row);
  return pending;
}

describe('calls that are running', () => {
  it('the innermost running call is the latest one that has not returned', () => {
    const pending = createPendingEvents();
    expect(pending.running('page')).toBeNull();
    pending.called('page', 1);
    pending.called('page', 2);
    expect(pending.running('page')).toBe(2);
    pending.callReturned('page', 2);
    expect(pending.running('page')).toBe(1);
    expect(pending.running('other')).toBeNull();
  });

  it('a call that returns also ends nested calls that have not returned', () => {
    const pending = createPendingEvents();
    for (const row of [1, 2, 3]) pending.called('page', row);
    pending.callReturned('page', 1);
    expect(pending.running('page')).toBeNull();
  });

  it('the return of an unknown call ends no other call', () => {
    const pending = createPendingEvents();
    pending.called('page', 1);
    pending.callReturned('page', 7);
    expect(pending.running('page')).toBe(1);
  });

  it('only the innermost 1,000 nested calls are stored', () => {
    const pending = createPendingEvents();
    for (const row of range(1_001)) pending.called('page', row);
    pending.callReturned('page', 1);
    expect(pending.running('page')).toBe(1_001);
    pending.callReturned('page', 2);
    expect(pending.running('page')).toBeNull();
  });
});

describe('calls that returned without their event', () => {
  it('each call without its event is matched once, the oldest first', () => {
    const pending = createPendingEvents();
    pending.expect('page', 1, 'event');
    pending.expect('page', 2, 'event');
    expect(pending.claimPendingCall('page', () => true)).toBe(1);
    expect(pending.claimPendingCall('page', (row) => row === 2)).toBe(2);
    expect(pending.claimPendingCall('page', () => true)).toBeNull();
  });

  it('only the first 200 calls without their event are searched', () => {
    const pending = createPendingEvents();
    for (const row of range(201)) pending.expect('page', row, 'event');
    const searchedRows: number[] = [];
    const claim = (wanted: number) =>
      pending.claimPendingCall('page', (row) => {
        searchedRows.push(row);
        return row === wanted;
      });
    expect([claim(201), searchedRows.length]).toEqual([null, 200]);
    expect(claim(200)).toBe(200);
  });

  it('callsOpen lists the calls whose event only a request may contain, then the calls that await an event', () => {
    const pending = createPendingEvents();
    pending.expect('page', 1, 'event');
    pending.expect('page', 2, 'request');
    pending.expect('page', 3, 'never');
    expect([...pending.callsWithoutEvent('page')]).toEqual([2]);
    expect([...pending.callsOpen('page')]).toEqual([2, 1]);
    expect([...pending.callsOpen('other')]).toEqual([]);
  });

  it('a call that settles twice has its last outcome', () => {
    const pending = createPendingEvents();
    pending.expect('page', 1, 'request');
    pending.expect('page', 1, 'event');
    expect([...pending.callsOpen('page')]).toEqual([1]);
    pending.expect('page', 1, 'never');
    expect([[...pending.callsOpen('page')], pending.heldBy('page').rows]).toEqual([[], []]);
  });

  it('only the newest 1,000 calls whose event only a request may contain are stored', () => {
    const pending = createPendingEvents();
    for (const row of range(1_001)) pending.expect('page', row, 'request');
    const known = [...pending.callsWithoutEvent('page')];
    expect([known.length, known[0]]).toEqual([1_000, 2]);
  });

  it('an event is overtaken by the events that are emitted between the return of its call and its own emission', () => {
    const pending = createPendingEvents();
    pending.expect('page', 1, 'event');
    expect(pending.emitted('page', null)).toBe(0);
    expect(pending.emitted('page', 7)).toBe(0);
    expect(pending.emitted('page', 1)).toBe(2);
    expect(pending.emitted('page', 1)).toBe(0);
  });

  it('a promise that settles later does not change the number of overtaking events', () => {
    const pending = createPendingEvents();
    pending.expect('page', 1, 'event');
    pending.emitted('page', null);
    pending.expect('page', 1, 'event');
    expect(pending.emitted('page', 1)).toBe(1);
  });
});

describe('events that an SDK queues', () => {
  it('a row is queued until a request contains its event', () => {
    const pending = holding(1, 2);
    expect(pending.heldBy('page')).toEqual({ rows: [1, 2], unreadThrough: 0 });
    pending.sent([1, 9]);
    expect(pending.heldBy('page').rows).toEqual([2]);
  });

  it('an unread request may contain the rows up to the given row, until the request is read', () => {
    const pending = holding(1, 2, 3);
    pending.unread('page', 'a', 2);
    pending.unread('page', 'b', 1);
    expect(pending.heldBy('page').unreadThrough).toBe(2);
    pending.read('page', 'a');
    expect(pending.heldBy('page').unreadThrough).toBe(1);
    pending.read('other', 'b');
    expect(pending.heldBy('page').unreadThrough).toBe(1);
  });

  it('only the newest 1,000 unread requests are stored', () => {
    const pending = holding(1);
    for (const index of range(1_001)) pending.unread('page', `request ${index}`, index === 1 ? 5 : 1);
    expect(pending.heldBy('page').unreadThrough).toBe(1);
  });

  it('unfinished rows are the rows that a document may still update', () => {
    const pending = holding(1);
    pending.called('page', 2);
    pending.expect('page', 3, 'event');
    pending.expect('page', 4, 'request');
    pending.expect('page', 5, 'never');
    expect([...new Set(pending.unfinished())].sort()).toEqual([1, 2, 3, 4]);
  });
});

describe('documents that close', () => {
  it('a document that unloads loses its queued events once', () => {
    const pending = holding(1, 2);
    pending.unread('page', 'a', 1);
    pending.pageHidden('page', false);
    expect(pending.closed('page')).toEqual({ lost: { rows: [1, 2], unreadThrough: 1 }, expired: null });
    expect(pending.closed('page')).toEqual({ lost: null, expired: null });
    expect(pending.heldBy('page').rows).toEqual([]);
  });

  it('an unknown document loses no events', () => {
    expect(createPendingEvents().closed('page')).toEqual({ lost: null, expired: null });
  });

  it('an event that a document reports after its unload is lost, too', () => {
    const pending = holding(1);
    pending.pageHidden('page', false);
    pending.closed('page');
    pending.addHeld('page', 2);
    expect(pending.closed('page').lost?.rows).toEqual([2]);
  });

  it('a document in the back/forward cache retains its queued events', () => {
    const pending = holding(1);
    pending.pageHidden('page', true);
    expect(pending.closed('page')).toEqual({ lost: null, expired: null });
    expect(pending.heldBy('page').rows).toEqual([1]);
  });

  it('a document that unloads from the back/forward cache loses its queued events', () => {
    const pending = holding(1);
    pending.pageHidden('page', true);
    pending.pageHidden('page', false);
    expect(pending.closed('page').lost?.rows).toEqual([1]);
  });

  it('the oldest cached document expires if there are more than 200', () => {
    const pending = createPendingEvents();
    for (const index of range(200)) {
      pending.addHeld(`page ${index}`, index);
      expect(pending.closed(`page ${index}`).expired).toBeNull();
    }
    // This document makes a call again, so it has left the cache, and closes as the newest.
    pending.called('page 1', 1_000);
    pending.closed('page 1');
    pending.addHeld('page 201', 201);
    expect(pending.closed('page 201').expired?.rows).toEqual([2]);
    expect([pending.heldBy('page 1').rows, pending.heldBy('page 2').rows]).toEqual([[1], []]);
  });
});
