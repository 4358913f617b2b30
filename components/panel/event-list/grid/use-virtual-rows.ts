import type { VirtualItem } from '@tanstack/virtual-core';
import type { RefObject } from 'preact';
import { useLayoutEffect, useReducer, useRef } from 'preact/hooks';
import { createLazyPart, useLazyPart } from '#components/kit/lazy.tsx';
import type { RowVirtualizer } from './row-virtualizer';

export const ROW_HEIGHT_PX = 22;

/** Loaded lazily because an empty list does not need it. */
export const rowVirtualizerPart = createLazyPart(() => import('./row-virtualizer'));

interface VirtualRowsOptions {
  readonly count: number;
  readonly scroller: RefObject<HTMLElement | null>;
  /** Index of the focused row, which stays rendered wherever the user scrolls. */
  readonly pinnedIndex: number;
  /** Whether the list is about to be scrolled to its end. */
  readonly isAtEnd: boolean;
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
   * Whether the user scrolls: from the first movement until shortly after the last.
   * False while the list scrolls itself to new events.
   */
  readonly isScrolling: boolean;
  readonly reveal: (index: number) => void;
}

/**
 * Returns the rows of a long list to render, all of one height.
 * A thin adapter from the virtualizer to Preact.
 */
export function useVirtualRows({ count, scroller, pinnedIndex, isAtEnd }: VirtualRowsOptions): VirtualRows {
  const [, rerender] = useReducer((renderings: number) => renderings + 1, 0);
  const code = useLazyPart(rowVirtualizerPart, count > 0);
  const virtualizerRef = useRef<RowVirtualizer | null>(null);
  const rows = { count, scroller, rowHeightPx: ROW_HEIGHT_PX, pinnedIndex, rerender: () => rerender(0) };
  if (code) virtualizerRef.current = code.createOrUpdateRowVirtualizer(rows, virtualizerRef.current);
  const virtualizer = virtualizerRef.current;
  // Renders the end at once. Waiting for the scroll event would render and lay out twice.
  if (isAtEnd && virtualizer?.scrollRect) {
    virtualizer.scrollOffset = Math.max(0, count * ROW_HEIGHT_PX - virtualizer.scrollRect.height);
  }
  useLayoutEffect(() => virtualizer?._didMount(), [virtualizer]);
  useLayoutEffect(() => virtualizer?._willUpdate());
  useLayoutEffect(() => {
    // A hidden panel gets no scroll events, so the rendered range may be far from the scroll position.
    const syncScrollOffset = (): void => {
      if (virtualizer && scroller.current) virtualizer.scrollOffset = scroller.current.scrollTop;
      rerender(0);
    };
    addEventListener('resize', syncScrollOffset);
    return () => removeEventListener('resize', syncScrollOffset);
  }, [virtualizer, scroller]);
  return {
    rows: virtualizer?.getVirtualItems() ?? [],
    height: count * ROW_HEIGHT_PX,
    visibleRange: code && virtualizer?.range ? code.clampToRows(virtualizer.range, count) : null,
    isScrolling: !isAtEnd && (virtualizer?.isScrolling ?? false),
    reveal: (index) => virtualizer?.scrollToIndex(index, { align: 'auto' }),
  };
}
