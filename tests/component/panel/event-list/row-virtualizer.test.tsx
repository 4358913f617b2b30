import { expect, it, vi } from 'vitest';
import { createOrUpdateRowVirtualizer } from '#components/panel/event-list/grid/row-virtualizer.ts';

it('the list restores its scroll position if the code of the virtualizer loads after the rows', () => {
  const list = document.createElement('div');
  list.scrollTo = vi.fn();
  list.scrollTop = 500;
  const rows = { count: 60, scroller: { current: list }, rowHeightPx: 22, pinnedIndex: -1, rerender: () => {} };
  const virtualizer = createOrUpdateRowVirtualizer(rows, null);
  virtualizer._didMount();
  virtualizer._willUpdate();
  expect(list.scrollTo).toHaveBeenCalledExactlyOnceWith({ top: 500, behavior: undefined });
});
