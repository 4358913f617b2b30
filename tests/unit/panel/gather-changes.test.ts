import { describe, expect, it } from 'vitest';
import { gatherChanges } from '../../../lib/panel/gather-changes';
import { recordOf } from '../../fixtures/records';

function gathering() {
  let time = 0;
  const planned: (() => void)[] = [];
  const told: (readonly number[] | string)[] = [];
  const gathered = gatherChanges(
    {
      records: (changed) => void told.push(changed.map(({ row }) => row)),
      navigated: ({ url }) => void told.push(url),
    },
    () => time,
    { restMs: () => 16, again: (call) => void planned.push(call) },
  );
  const pass = (milliseconds: number) => {
    time += milliseconds;
    for (const call of planned.splice(0)) call();
  };
  return { gathered, told, pass };
}

describe('changes of the list', () => {
  it('are handed over at once after a rest', () => {
    const { gathered, told } = gathering();
    gathered.records([recordOf(1)]);
    expect(told).toEqual([[1]]);
  });

  it('are handed over together once a frame while more come in, each row once and as it is last', () => {
    const { gathered, told, pass } = gathering();
    gathered.records([recordOf(1)]);
    gathered.records([recordOf(2), recordOf(1)]);
    gathered.records([recordOf(2), recordOf(3)]);
    expect(told).toEqual([[1]]);
    pass(16);
    expect(told).toEqual([[1], [2, 1, 3]]);
    gathered.records([recordOf(4)]);
    pass(16);
    expect(told.at(-1)).toEqual([4]);
  });

  it('are handed over before the mark of a page load, and whenever that is asked for', () => {
    const { gathered, told } = gathering();
    gathered.records([recordOf(1)]);
    gathered.records([recordOf(2)]);
    gathered.navigated({ at: 0, url: 'next', afterRow: 2 });
    gathered.records([recordOf(3)]);
    gathered.flush();
    gathered.flush();
    expect(told).toEqual([[1], [2], 'next', [3]]);
  });
});
