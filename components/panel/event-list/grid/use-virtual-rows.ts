import type { VirtualItem } from '@tanstack/virtual-core';
import type { RefObject } from 'preact';
import { useLayoutEffect, useReducer, useRef } from 'preact/hooks';
import { createLazyPart, useLazyPart } from '#components/kit/lazy.tsx';
import type { RowVirtualizer } from './row-virtualizer';

/** In pixels, of every line. */
export const ROW_HEIGHT = 22;

/** An empty list needs none of it. */
export const virtualizing = createLazyPart(() => import('./row-virtualizer'));

interface VirtualRowsOptions {
  readonly count: number;
  readonly scroller: RefObject<HTMLElement | null>;
  /** Index of a row that stays rendered wherever the user scrolls, because it has the focus. */
  readonly pinned: number;
  /** Whether the list is about to be scrolled to its end. */
  readonly atEnd: boolean;
}

export interface VirtualRows {
  readonly rows: readonly VirtualItem[];
  readonly height: number;
  /**
   * First and last visible line, without the overscan.
   * Null before the first layout.
   */
  readonly visibleRange: { readonly startIndex: number; readonly endIndex: number } | null;
  /**
   * Whether the user scrolls: from the first movement until a moment after the last.
   * Not where the list follows.
   */
  readonly isScrolling: boolean;
  readonly reveal: (index: number) => void;
}

/** The rows to draw of a long list, all of one height. A thin adapter from the virtualizer to Preact. */
export function useVirtualRows({ count, scroller, pinned, atEnd }: VirtualRowsOptions): VirtualRows {
  const [, redraw] = useReducer((turn: number) => turn + 1, 0);
  const code = useLazyPart(virtualizing, count > 0);
  const created = useRef<RowVirtualizer | null>(null);
  const rows = { count, scroller, height: ROW_HEIGHT, pinned, redraw: () => redraw(0) };
  if (code) created.current = code.createRowVirtualizer(rows, created.current);
  const virtualizer = created.current;
  // Renders the end at once: waiting for the scroll event would render and lay out twice.
  if (atEnd && virtualizer?.scrollRect) {
    virtualizer.scrollOffset = Math.max(0, count * ROW_HEIGHT - virtualizer.scrollRect.height);
  }
  useLayoutEffect(() => virtualizer?._didMount(), [virtualizer]);
  useLayoutEffect(() => virtualizer?._willUpdate());
  useLayoutEffect(() => {
    // While the panel is hidden the list does not scroll: the rendered range may be far from the scroll position.
    const followScroller = (): void => {
      if (virtualizer && scroller.current) virtualizer.scrollOffset = scroller.current.scrollTop;
      redraw(0);
    };
    addEventListener('resize', followScroller);
    return () => removeEventListener('resize', followScroller);
  }, [virtualizer, scroller]);
  return {
    rows: virtualizer?.getVirtualItems() ?? [],
    height: count * ROW_HEIGHT,
    visibleRange: code && virtualizer?.range ? code.clampToRows(virtualizer.range, count) : null,
    isScrolling: !atEnd && (virtualizer?.isScrolling ?? false),
    reveal: (index) => virtualizer?.scrollToIndex(index, { align: 'auto' }),
  };
}
