import {
  defaultRangeExtractor,
  elementScroll,
  observeElementOffset,
  observeElementRect,
  type Range,
  Virtualizer,
  type VirtualizerOptions,
} from '@tanstack/virtual-core';
import type { RefObject } from 'preact';

/** Rows beyond the edges: enough that a turn of the wheel shows no blank, few enough that drawing stays quick. */
const OVERSCAN = 5;
/** Lists up to this length are drawn whole: that costs little, and the browser's own search finds all of it. */
const SHORT = 40;

export type RowVirtualizer = Virtualizer<HTMLElement, HTMLElement>;

export interface RowsToDraw {
  readonly count: number;
  readonly scroller: RefObject<HTMLElement | null>;
  /** In pixels, of every line. */
  readonly height: number;
  readonly kept: number;
  readonly redraw: () => void;
}

/** The one that is there, told what is to be drawn now, or a new one. */
export function virtualizerOf(rows: RowsToDraw, made: RowVirtualizer | null): RowVirtualizer {
  const options = optionsOf(rows);
  if (made === null) return new Virtualizer(options);
  made.setOptions(options);
  return made;
}

function optionsOf(rows: RowsToDraw): VirtualizerOptions<HTMLElement, HTMLElement> {
  const { count, scroller, height, kept, redraw } = rows;
  return {
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: OVERSCAN,
    rangeExtractor: (range) => indexesToDraw(range, kept),
    scrollToFn: elementScroll,
    observeElementRect,
    observeElementOffset,
    onChange: redraw,
  };
}

function indexesToDraw(range: Range, kept: number): number[] {
  const { count } = range;
  const indexes = defaultRangeExtractor(count <= SHORT ? { ...range, startIndex: 0, endIndex: count - 1 } : range);
  const first = indexes[0] ?? 0;
  const last = indexes.at(-1) ?? -1;
  if (kept < 0 || kept >= count || (kept >= first && kept <= last)) return indexes;
  return kept < first ? [kept, ...indexes] : [...indexes, kept];
}
