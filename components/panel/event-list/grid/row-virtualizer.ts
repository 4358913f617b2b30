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
  readonly pinned: number;
  readonly rerender: () => void;
}

/** Updates the existing virtualizer with the rows to render, or creates one. */
export function createRowVirtualizer(rows: RowsToRender, existing: RowVirtualizer | null): RowVirtualizer {
  const options = createOptions(rows, capacityFor(rows.count, existing?.options.count ?? 0));
  if (existing === null) return new Virtualizer(options);
  existing.setOptions(options);
  return existing;
}

const MIN_CAPACITY = 1_000;
const SPARE_SHARE = 0.25;

/**
 * Returns the number of rows that the virtualizer is set to.
 * The virtualizer positions all rows again whenever their number changes, 100,000 in 10 ms. The exact number changes
 * with every event and every key press in the filter.
 */
export function capacityFor(count: number, before: number): number {
  return count <= before ? before : Math.max(MIN_CAPACITY, Math.ceil(count * (1 + SPARE_SHARE)));
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
  const { count, scroller, rowHeightPx, pinned, rerender } = rows;
  return {
    count: capacity,
    getScrollElement: () => scroller.current,
    // Rows may be rendered before this code is loaded. The list is then at its end, and must not scroll to its start.
    initialOffset: () => scroller.current?.scrollTop ?? 0,
    estimateSize: () => rowHeightPx,
    overscan: OVERSCAN,
    rangeExtractor: (range) => indexesToRender(clampToRows({ ...range, count }, count), pinned),
    scrollToFn: elementScroll,
    observeElementRect,
    observeElementOffset,
    onChange: rerender,
  };
}

function indexesToRender(range: Range | null, pinned: number): number[] {
  if (range === null) return [];
  const { count } = range;
  const indexes = defaultRangeExtractor(
    count <= MAX_UNVIRTUALIZED_ROWS ? { ...range, startIndex: 0, endIndex: count - 1 } : range,
  );
  const first = indexes[0] ?? 0;
  const last = indexes.at(-1) ?? -1;
  if (pinned < 0 || pinned >= count || (pinned >= first && pinned <= last)) return indexes;
  return pinned < first ? [pinned, ...indexes] : [...indexes, pinned];
}
