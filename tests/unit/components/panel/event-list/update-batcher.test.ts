import { describe, expect, it } from 'vitest';
import { gatherChanges, SLICE } from '#components/panel/event-list/update-batcher.ts';
import { recordOf } from '#tests/fixtures/records';

function gathering() {
  let time = 0;
  let fails = false;
  const planned: (() => void)[] = [];
  const turns: (() => void)[] = [];
  const told: (readonly number[] | string)[] = [];
  const gathered = gatherChanges(
    {
      take: (changed) => {
        if (fails) {
          fails = false;
          throw new Error('not taken in');
        }
        told.push(changed.map(({ row }) => row));
      },
      show: () => void told.push('shown'),
      navigated: ({ url }) => void told.push(url),
    },
    {
      now: () => time,
      restMs: () => 16,
      again: (call) => void planned.push(call),
      turn: (call) => void turns.push(call),
    },
  );
  const pass = (milliseconds: number) => {
    time += milliseconds;
    for (const call of planned.splice(0)) call();
  };
  const turn = () => {
    for (const call of turns.splice(0)) call();
  };
  const failOnce = () => {
    fails = true;
  };
  return { gathered, told, pass, turn, failOnce };
}

const rows = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);
const flood = (from: number, to: number) => rows(from, to).map((row) => recordOf(row));

describe('changes of the list', () => {
  it('are handed over at once after a rest', () => {
    const { gathered, told } = gathering();
    gathered.records([recordOf(1)]);
    expect(told).toEqual([[1], 'shown']);
  });

  it('are handed over together once a frame while more come in, each row once and as it is last', () => {
    const { gathered, told, pass } = gathering();
    gathered.records([recordOf(1)]);
    gathered.records([recordOf(2), recordOf(1)]);
    gathered.records([recordOf(2), recordOf(3)]);
    expect(told).toEqual([[1], 'shown']);
    pass(16);
    expect(told).toEqual([[1], 'shown', [2, 1, 3], 'shown']);
    gathered.records([recordOf(4)]);
    pass(16);
    expect(told.slice(-2)).toEqual([[4], 'shown']);
  });

  it('are handed over before the mark of a page load, and whenever that is asked for', () => {
    const { gathered, told } = gathering();
    gathered.records([recordOf(1)]);
    gathered.records([recordOf(2)]);
    gathered.navigated({ at: 0, url: 'next', afterRow: 2 });
    gathered.records([recordOf(3)]);
    gathered.flush();
    gathered.flush();
    expect(told).toEqual([[1], 'shown', [2], 'shown', 'next', [3], 'shown']);
  });
});

describe('a flood of changes', () => {
  const many = SLICE + 50;

  it('is taken in some at a time, and shown once, in a turn of its own', () => {
    const { gathered, told, turn } = gathering();
    gathered.records(flood(1, many));
    expect(told).toEqual([]);
    turn();
    expect(told).toEqual([rows(1, SLICE)]);
    turn();
    expect(told).toEqual([rows(1, SLICE), rows(SLICE + 1, many)]);
    turn();
    expect(told.slice(2)).toEqual(['shown']);
  });

  it('waits with what comes meanwhile until it is shown', () => {
    const { gathered, told, turn, pass } = gathering();
    gathered.records(flood(1, many));
    turn();
    gathered.records([recordOf(1), recordOf(many + 1)]);
    turn();
    turn();
    expect(told.slice(1)).toEqual([rows(SLICE + 1, many), 'shown']);
    pass(16);
    expect(told.slice(3)).toEqual([[1, many + 1], 'shown']);
  });

  it('is shown, and what follows too, where some of it could not be taken in', () => {
    const { gathered, told, turn, pass, failOnce } = gathering();
    gathered.records(flood(1, many));
    failOnce();
    expect(turn).toThrow('not taken in');
    turn();
    turn();
    gathered.records([recordOf(many + 1)]);
    pass(16);
    expect(told).toEqual([rows(SLICE + 1, many), 'shown', [many + 1], 'shown']);
  });

  it('is handed over whole, in its order, when that is asked for meanwhile; its turns find nothing more', () => {
    const { gathered, told, turn, pass } = gathering();
    gathered.records(flood(1, many));
    turn();
    gathered.records([recordOf(1)]);
    gathered.flush();
    const whole = [rows(1, SLICE), rows(SLICE + 1, many), 'shown', [1], 'shown'];
    expect(told).toEqual(whole);
    turn();
    pass(16);
    expect(told).toEqual(whole);
    gathered.records([recordOf(2)]);
    pass(16);
    expect(told.slice(whole.length)).toEqual([[2], 'shown']);
  });
});
