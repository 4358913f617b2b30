import { expect, it } from 'vitest';
import { assign } from '../../../components/panel/list/use-slots';

it('a line keeps its slot while it is drawn, and a new line takes over a free one', () => {
  const first = assign([1, 2, 3], new Map());
  expect([...first]).toEqual([
    [1, 0],
    [2, 1],
    [3, 2],
  ]);
  const scrolled = assign([2, 3, 4], first);
  expect(Object.fromEntries(scrolled)).toEqual({ 2: 1, 3: 2, 4: 0 });
});
