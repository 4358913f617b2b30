import {
  defaultRangeExtractor,
  elementScroll,
  observeElementOffset,
  observeElementRect,
  type Range,
  type VirtualItem,
  Virtualizer,
} from '@tanstack/virtual-core';
import type { RefObject } from 'preact';
import { useLayoutEffect, useReducer, useState } from 'preact/hooks';

export const ROW_HEIGHT = 22;
/** Rows beyond the edges: enough that a turn of the wheel shows no blank, few enough that the page stays small. */
const OVERSCAN = 8;

interface VirtualRowsOptions {
  readonly count: number;
  readonly scroller: RefObject<HTMLElement | null>;
  /** A row that stays in the document wherever one scrolls, because it has the focus. */
  readonly kept: number;
}

export interface VirtualRows {
  readonly rows: readonly VirtualItem[];
  readonly height: number;
  readonly reveal: (index: number) => void;
}

/** The rows to draw of a long list, all of one height. A thin adapter from the virtualizer to Preact. */
export function useVirtualRows({ count, scroller, kept }: VirtualRowsOptions): VirtualRows {
  const [, redraw] = useReducer((turn: number) => turn + 1, 0);
  const options = {
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: OVERSCAN,
    rangeExtractor: (range: Range) => withKept(defaultRangeExtractor(range), kept, count),
    scrollToFn: elementScroll,
    observeElementRect,
    observeElementOffset,
    onChange: redraw,
  };
  const [virtualizer] = useState(() => new Virtualizer<HTMLElement, HTMLElement>(options));
  virtualizer.setOptions(options);
  useLayoutEffect(() => virtualizer._didMount(), [virtualizer]);
  useLayoutEffect(() => virtualizer._willUpdate());
  return {
    rows: virtualizer.getVirtualItems(),
    height: virtualizer.getTotalSize(),
    reveal: (index) => virtualizer.scrollToIndex(index, { align: 'auto' }),
  };
}

function withKept(indexes: number[], kept: number, count: number): number[] {
  const first = indexes[0] ?? 0;
  const last = indexes.at(-1) ?? -1;
  if (kept < 0 || kept >= count || (kept >= first && kept <= last)) return indexes;
  return kept < first ? [kept, ...indexes] : [...indexes, kept];
}
