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

/** Rows beyond the edges: enough that the mouse wheel shows no blank rows, few enough to render quickly. */
const OVERSCAN = 5;
/** Shorter lists are rendered entirely, so that the browser's own search finds all rows. */
const MAX_UNVIRTUALIZED_ROWS = 40;

export type RowVirtualizer = Virtualizer<HTMLElement, HTMLElement>;

export interface RowsToRender {
  readonly count: number;
  readonly scroller: RefObject<HTMLElement | null>;
  readonly rowHeightPx: number;
  /** Index of the row that is always rendered, or -1. */
  readonly pinnedIndex: number;
  readonly rerender: () => void;
}

/** Updates the existing virtualizer with the rows to render, or creates one. */
export function createOrUpdateRowVirtualizer(rows: RowsToRender, virtualizer: RowVirtualizer | null): RowVirtualizer {
  const options = createOptions(rows, nextCapacity(rows.count, virtualizer?.options.count ?? 0));
  if (virtualizer === null) return new Virtualizer(options);
  virtualizer.setOptions(options);
  return virtualizer;
}

const MIN_CAPACITY = 1_000;
const SPARE_SHARE = 0.25;

/**
 * Returns the number of rows that the virtualizer is set to.
 * The virtualizer positions all rows again whenever their number changes, 100,000 in 10 ms. The exact number changes
 * with every event and every key press in the filter.
 */
export function nextCapacity(count: number, capacity: number): number {
  return count <= capacity ? capacity : Math.max(MIN_CAPACITY, Math.ceil(count * (1 + SPARE_SHARE)));
}

/** Clamps a range to the rows. Returns null if there are no rows. */
export function clampToRows<Span extends Pick<Range, 'startIndex' | 'endIndex'>>(
  range: Span,
  count: number,
): Span | null {
  if (count === 0) return null;
  const last = count - 1;
  return { ...range, startIndex: Math.min(range.startIndex, last), endIndex: Math.min(range.endIndex, last) };
}

function createOptions(rows: RowsToRender, capacity: number): VirtualizerOptions<HTMLElement, HTMLElement> {
  const { count, scroller, rowHeightPx, pinnedIndex, rerender } = rows;
  return {
    count: capacity,
    getScrollElement: () => scroller.current,
    // Rows may be rendered before this code is loaded. The list is then at its end, and must not scroll to its start.
    initialOffset: () => scroller.current?.scrollTop ?? 0,
    estimateSize: () => rowHeightPx,
    overscan: OVERSCAN,
    rangeExtractor: (range) => indexesToRender(clampToRows({ ...range, count }, count), pinnedIndex),
    scrollToFn: elementScroll,
    observeElementRect,
    observeElementOffset,
    onChange: rerender,
  };
}

function indexesToRender(range: Range | null, pinnedIndex: number): number[] {
  if (range === null) return [];
  const { count } = range;
  const indexes = defaultRangeExtractor(
    count <= MAX_UNVIRTUALIZED_ROWS ? { ...range, startIndex: 0, endIndex: count - 1 } : range,
  );
  const first = indexes[0] ?? 0;
  const last = indexes.at(-1) ?? -1;
  if (pinnedIndex < 0 || pinnedIndex >= count || (pinnedIndex >= first && pinnedIndex <= last)) return indexes;
  return pinnedIndex < first ? [pinnedIndex, ...indexes] : [...indexes, pinnedIndex];
}
