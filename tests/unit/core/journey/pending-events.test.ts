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

  it('a call that returns ends those within it, which never returned', () => {
    const pending = createPendingEvents();
    for (const row of [1, 2, 3]) pending.called('page', row);
    pending.callReturned('page', 1);
    expect(pending.running('page')).toBeNull();
  });

  it('a call that returns twice, or never began, ends no other', () => {
    const pending = createPendingEvents();
    pending.called('page', 1);
    pending.callReturned('page', 7);
    expect(pending.running('page')).toBe(1);
  });

  it('of calls within each other the innermost thousand are known', () => {
    const pending = createPendingEvents();
    for (const row of range(1_001)) pending.called('page', row);
    pending.callReturned('page', 1);
    expect(pending.running('page')).toBe(1_001);
    pending.callReturned('page', 2);
    expect(pending.running('page')).toBeNull();
  });
});

describe('calls that returned without their event', () => {
  it('a call without its event is matched once, the oldest first', () => {
    const pending = createPendingEvents();
    pending.expect('page', 1, 'event');
    pending.expect('page', 2, 'event');
    expect(pending.claimPendingCall('page', () => true)).toBe(1);
    expect(pending.claimPendingCall('page', (row) => row === 2)).toBe(2);
    expect(pending.claimPendingCall('page', () => true)).toBeNull();
  });

  it('of the calls without their event, the first 200 are searched', () => {
    const pending = createPendingEvents();
    for (const row of range(201)) pending.expect('page', row, 'event');
    const asked: number[] = [];
    const claim = (wanted: number) =>
      pending.claimPendingCall('page', (row) => {
        asked.push(row);
        return row === wanted;
      });
    expect([claim(201), asked.length]).toEqual([null, 200]);
    expect(claim(200)).toBe(200);
  });

  it('calls without their event are first those that only a request may show, then those that await one', () => {
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

  it('of the calls that only a request may show, the newest thousand are known', () => {
    const pending = createPendingEvents();
    for (const row of range(1_001)) pending.expect('page', row, 'request');
    const known = [...pending.callsWithoutEvent('page')];
    expect([known.length, known[0]]).toEqual([1_000, 2]);
  });

  it('an event is overtaken by those that were emitted between the return of its call and itself', () => {
    const pending = createPendingEvents();
    pending.expect('page', 1, 'event');
    expect(pending.emitted('page', null)).toBe(0);
    expect(pending.emitted('page', 7)).toBe(0);
    expect(pending.emitted('page', 1)).toBe(2);
    expect(pending.emitted('page', 1)).toBe(0);
  });

  it('a promise that settles later changes nothing in how many overtook its event', () => {
    const pending = createPendingEvents();
    pending.expect('page', 1, 'event');
    pending.emitted('page', null);
    pending.expect('page', 1, 'event');
    expect(pending.emitted('page', 1)).toBe(1);
  });
});

describe('events that an SDK holds', () => {
  it('a row is held until a request carries it', () => {
    const pending = holding(1, 2);
    expect(pending.heldBy('page')).toEqual({ rows: [1, 2], unreadThrough: 0 });
    pending.sent([1, 9]);
    expect(pending.heldBy('page').rows).toEqual([2]);
  });

  it('an unread request may carry the rows up to its own, until it is read', () => {
    const pending = holding(1, 2, 3);
    pending.unread('page', 'a', 2);
    pending.unread('page', 'b', 1);
    expect(pending.heldBy('page').unreadThrough).toBe(2);
    pending.read('page', 'a');
    expect(pending.heldBy('page').unreadThrough).toBe(1);
    pending.read('other', 'b');
    expect(pending.heldBy('page').unreadThrough).toBe(1);
  });

  it('of unread requests the newest thousand are known', () => {
    const pending = holding(1);
    for (const index of range(1_001)) pending.unread('page', `request ${index}`, index === 1 ? 5 : 1);
    expect(pending.heldBy('page').unreadThrough).toBe(1);
  });

  it('unfinished rows are those of which a document may still bring something', () => {
    const pending = holding(1);
    pending.called('page', 2);
    pending.expect('page', 3, 'event');
    pending.expect('page', 4, 'request');
    pending.expect('page', 5, 'never');
    expect([...new Set(pending.unfinished())].sort()).toEqual([1, 2, 3, 4]);
  });
});

describe('documents that close', () => {
  it('a document that unloaded for good loses what it held, once', () => {
    const pending = holding(1, 2);
    pending.unread('page', 'a', 1);
    pending.pageHidden('page', false);
    expect(pending.closed('page')).toEqual({ lost: { rows: [1, 2], unreadThrough: 1 }, expired: null });
    expect(pending.closed('page')).toEqual({ lost: null, expired: null });
    expect(pending.heldBy('page').rows).toEqual([]);
  });

  it('a document that is unknown loses nothing', () => {
    expect(createPendingEvents().closed('page')).toEqual({ lost: null, expired: null });
  });

  it('an event that a document reports after it unloaded for good is lost, too', () => {
    const pending = holding(1);
    pending.pageHidden('page', false);
    pending.closed('page');
    pending.addHeld('page', 2);
    expect(pending.closed('page').lost?.rows).toEqual([2]);
  });

  it('a document in the back/forward cache holds what it held', () => {
    const pending = holding(1);
    pending.pageHidden('page', true);
    expect(pending.closed('page')).toEqual({ lost: null, expired: null });
    expect(pending.heldBy('page').rows).toEqual([1]);
  });

  it('a document that unloads for good after it was cached loses what it held', () => {
    const pending = holding(1);
    pending.pageHidden('page', true);
    pending.pageHidden('page', false);
    expect(pending.closed('page').lost?.rows).toEqual([1]);
  });

  it('of more than 200 documents that may come back, the first expires', () => {
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
