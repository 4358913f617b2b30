import { describe, expect, it, vi } from 'vitest';
import { createRecords } from '#components/panel/event-list/record-store.ts';
import { createCaptureWriter } from '#extension/panel/persistence/capture-writer';
import { recordOf } from '#tests/fixtures/records';
import { handTimers, memorySessions } from './memory-sessions';

function keepList() {
  const list = createRecords();
  const sessions = memorySessions();
  const timers = handTimers();
  const onFailure = vi.fn();
  let read = 0;
  let formatTimeOfDay = 5;
  let isFlood = false;
  const keeper = createCaptureWriter({
    storage: sessions.storage,
    key: 'k',
    browserSession: 'b',
    list,
    progress: () => ({ document: { readUpTo: read, sdks: [] } }),
    now: () => formatTimeOfDay,
    scheduler: timers.scheduler,
    isFlood: () => isFlood,
    onFailure,
  });
  const readTo = (seq: number): void => {
    read = seq;
  };
  const setTimeOfDay = (at: number): void => {
    formatTimeOfDay = at;
  };
  const setFlood = (flood: boolean): void => {
    isFlood = flood;
  };
  return { list, keeper, timers, onFailure, readTo, setTimeOfDay, setFlood, ...sessions };
}

const keptRows = ({ rowsOf }: ReturnType<typeof memorySessions>) => [...rowsOf('k').keys()];

describe('the keeper of a session', () => {
  it('writes a burst once, the last state of each event, with how far the logs were read', () => {
    const kept = keepList();
    kept.keeper.start(() => false);
    kept.list.apply([recordOf(1), recordOf(2)]);
    kept.list.apply([recordOf(1, { lost: true })]);
    kept.readTo(7);
    kept.timers.run();
    expect(kept.writes).toHaveLength(1);
    expect(kept.writes[0]?.put.map(({ row, lost }) => [row, lost])).toEqual([
      [1, true],
      [2, false],
    ]);
    expect(kept.writes[0]?.head).toMatchObject({ key: 'k', progress: { document: { readUpTo: 7 } }, updatedAt: 5 });
  });

  it('writes soon after a rest, once a second in a burst, whatever is made of the time of day', () => {
    const kept = keepList();
    kept.keeper.start(() => false);
    const waitOfEventAt = (time: number, row: number): number => {
      kept.timers.setClock(time);
      kept.list.apply([recordOf(row)]);
      const wait = kept.timers.lastWait();
      kept.timers.run();
      return wait;
    };
    expect(waitOfEventAt(10_000, 1)).toBe(50);
    expect(waitOfEventAt(10_300, 2)).toBe(700);
    kept.setTimeOfDay(0);
    expect(waitOfEventAt(10_600, 3)).toBe(700);
    expect(waitOfEventAt(60_000, 4)).toBe(50);
  });

  it('the keeper of a session waits for the end of a flood, and then writes the last state of each event once', () => {
    const kept = keepList();
    kept.keeper.start(() => false);
    kept.setFlood(true);
    kept.list.apply([recordOf(1)]);
    kept.timers.run();
    kept.list.apply([recordOf(1, { lost: true })]);
    kept.timers.run();
    expect(keptRows(kept)).toEqual([]);
    kept.setFlood(false);
    kept.timers.run();
    expect(kept.writes.map(({ put }) => put.map(({ row, lost }) => [row, lost]))).toEqual([[[1, true]]]);
  });

  it('writes in a flood that does not end', () => {
    const kept = keepList();
    kept.keeper.start(() => false);
    kept.setFlood(true);
    kept.list.apply([recordOf(1)]);
    let waitedMs = 0;
    while (kept.timers.waiting() > 0) {
      waitedMs += kept.timers.lastWait();
      kept.timers.run();
    }
    expect(keptRows(kept)).toEqual([1]);
    expect(waitedMs).toBeLessThanOrEqual(1_100);
  });

  it('writes at once when the panel closes in a flood', () => {
    const kept = keepList();
    kept.keeper.start(() => false);
    kept.setFlood(true);
    kept.list.apply([recordOf(1)]);
    kept.timers.run();
    kept.keeper.flush();
    expect(keptRows(kept)).toEqual([1]);
    expect(kept.timers.waiting()).toBe(0);
  });

  it('writes nothing while nothing happens', () => {
    const { keeper, timers } = keepList();
    keeper.start(() => false);
    expect(timers.waiting()).toBe(0);
  });

  it('writes at once when the panel closes', () => {
    const kept = keepList();
    kept.keeper.start(() => false);
    kept.list.apply([recordOf(1)]);
    kept.keeper.flush();
    expect(keptRows(kept)).toEqual([1]);
    expect(kept.timers.waiting()).toBe(0);
  });

  it('the keeper of a session does not write again what was loaded', () => {
    const kept = keepList();
    kept.list.apply([recordOf(1)]);
    kept.keeper.start(() => true);
    kept.list.apply([recordOf(2)]);
    kept.timers.run();
    expect(kept.writes[0]?.put.map(({ row }) => row)).toEqual([2]);
  });

  it('the keeper of a session keeps what was cleared until it cannot be undone, then deletes it', () => {
    const kept = keepList();
    kept.keeper.start(() => false);
    kept.list.apply([recordOf(1)]);
    kept.timers.run();
    kept.list.clear();
    kept.list.apply([recordOf(2)]);
    kept.timers.run();
    expect(keptRows(kept)).toEqual([1, 2]);
    kept.list.forget();
    kept.timers.run();
    expect(keptRows(kept)).toEqual([2]);
  });

  it('the keeper of a session keeps what happened to cleared events, where the clearing was undone', () => {
    const kept = keepList();
    kept.keeper.start(() => false);
    kept.list.apply([recordOf(1)]);
    kept.list.clear();
    kept.list.apply([recordOf(1, { lost: true })]);
    kept.list.restore();
    kept.timers.run();
    expect(kept.rowsOf('k').get(1)).toMatchObject({ lost: true });
  });

  it('tells once of a database that is full, and writes no more', async () => {
    const kept = keepList();
    kept.breakDown();
    kept.keeper.start(() => false);
    kept.list.apply([recordOf(1)]);
    kept.timers.run();
    await vi.waitFor(() => expect(kept.onFailure).toHaveBeenCalledTimes(1));
    kept.list.apply([recordOf(2)]);
    expect(kept.timers.waiting()).toBe(0);
  });

  it('deletes what was kept when nothing is to be kept any more', async () => {
    const kept = keepList();
    kept.keeper.start(() => false);
    kept.list.apply([recordOf(1)]);
    kept.timers.run();
    kept.keeper.stop();
    expect(kept.heads.size).toBe(0);
  });
});
