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

/** Rows beyond the edges: enough that a turn of the wheel shows no blank, few enough that rendering stays quick. */
const OVERSCAN = 5;
/** Lists up to this length are rendered whole: that costs little, and the browser's own search finds all of it. */
const SHORT = 40;

export type RowVirtualizer = Virtualizer<HTMLElement, HTMLElement>;

export interface RowsToRender {
  readonly count: number;
  readonly scroller: RefObject<HTMLElement | null>;
  /** In pixels, of every line. */
  readonly height: number;
  readonly pinned: number;
  readonly redraw: () => void;
}

/** Updates the existing virtualizer with the rows to render, or creates one. */
export function createRowVirtualizer(rows: RowsToRender, created: RowVirtualizer | null): RowVirtualizer {
  const options = optionsOf(rows, capacityFor(rows.count, created?.options.count ?? 0));
  if (created === null) return new Virtualizer(options);
  created.setOptions(options);
  return created;
}

const MIN_CAPACITY = 1_000;
const SPARE = 0.25;

/**
 * How many rows the virtualizer counts with.
 * It places all of them again whenever their number changes, 100,000 in 10 ms, and it would change with every event
 * that comes and every key in the filter.
 */
export function capacityFor(count: number, before: number): number {
  return count <= before ? before : Math.max(MIN_CAPACITY, Math.ceil(count * (1 + SPARE)));
}

/** Clamps a range to the rows, or returns null if it is beyond the last row. */
export function clampToRows<Span extends Pick<Range, 'startIndex' | 'endIndex'>>(
  range: Span,
  count: number,
): Span | null {
  if (count === 0) return null;
  const last = count - 1;
  return { ...range, startIndex: Math.min(range.startIndex, last), endIndex: Math.min(range.endIndex, last) };
}

function optionsOf(rows: RowsToRender, room: number): VirtualizerOptions<HTMLElement, HTMLElement> {
  const { count, scroller, height, pinned, redraw } = rows;
  return {
    count: room,
    getScrollElement: () => scroller.current,
    // Rows may be rendered before this code is loaded: the list is at its end by then, and would be scrolled to its
    // start.
    initialOffset: () => scroller.current?.scrollTop ?? 0,
    estimateSize: () => height,
    overscan: OVERSCAN,
    rangeExtractor: (range) => indexesToRender(clampToRows({ ...range, count }, count), pinned),
    scrollToFn: elementScroll,
    observeElementRect,
    observeElementOffset,
    onChange: redraw,
  };
}

function indexesToRender(range: Range | null, pinned: number): number[] {
  if (range === null) return [];
  const { count } = range;
  const indexes = defaultRangeExtractor(count <= SHORT ? { ...range, startIndex: 0, endIndex: count - 1 } : range);
  const first = indexes[0] ?? 0;
  const last = indexes.at(-1) ?? -1;
  if (pinned < 0 || pinned >= count || (pinned >= first && pinned <= last)) return indexes;
  return pinned < first ? [pinned, ...indexes] : [...indexes, pinned];
}
