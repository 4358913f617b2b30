import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { AutoScroll } from '../auto-scroll';
import { isRecordLine, type Lines } from '../order/list-lines';
import { ROW_HEIGHT } from './use-virtual-rows';

/** A distance up to this counts as the end: zoomed pages have fractional pixels. */
const END_TOLERANCE_PX = 4;

interface AutoScrollOptions {
  readonly scroller: RefObject<HTMLElement | null>;
  readonly autoScroll: AutoScroll;
  /** Whether new events are added at the end. Only then the list follows its end. */
  readonly isInArrivalOrder: boolean;
  /** Height of all lines. It changes when lines are added or removed. */
  readonly height: number;
  /** Called when the list is resized. Scrolls the focused line into view, and returns whether there is one. */
  readonly keepInView: () => boolean;
}

/** Keeps a list scrolled to its end until the user scrolls away. */
export function useAutoScroll({ scroller, autoScroll, isInArrivalOrder, height, keepInView }: AutoScrollOptions): void {
  const keep = useRef(keepInView);
  keep.current = keepInView;
  const requests = autoScroll.requests.value;

  // Before paint, so that new height and scroll position appear together.
  useLayoutEffect(() => {
    if (isInArrivalOrder && autoScroll.isFollowing.peek()) scrollToEnd(scroller.current);
  }, [height, autoScroll, scroller, isInArrivalOrder]);

  useLayoutEffect(() => {
    if (requests > 0) scrollToEnd(scroller.current);
  }, [requests, scroller]);

  useLayoutEffect(() => {
    const list = scroller.current;
    return list && isInArrivalOrder ? watch(list, autoScroll, () => keep.current()) : undefined;
  }, [scroller, autoScroll, isInArrivalOrder]);
}

function watch(list: HTMLElement, { isFollowing: following }: AutoScroll, keepInView: () => boolean): () => void {
  let viewportHeight = list.clientHeight;
  /** Scroll position when the user started to scroll up, until the list is away from its end. */
  let scrolledUpFrom: number | null = null;
  const follow = () => {
    scrolledUpFrom = null;
    // A smaller viewport also scrolls, without user intent.
    if (list.clientHeight === viewportHeight) following.value = isAtEnd(list);
  };
  const onScroll = () => {
    // A smooth scroll is still near the end in its first frames: new rows must not scroll back to the end then.
    const isLeaving = scrolledUpFrom !== null && list.scrollTop <= scrolledUpFrom && isAtEnd(list);
    if (!isLeaving) follow();
  };
  const onScrollEnd = () => {
    // The scroll event for the scroll to the end also arrives a frame late.
    if (list.scrollTop !== scrolledUpFrom) follow();
  };
  // Scroll events arrive a frame later: rows added in between would scroll back to the end.
  const onWheel = ({ deltaY, ctrlKey }: WheelEvent) => {
    const isZoom = ctrlKey;
    if (isZoom || deltaY === 0) return;
    scrolledUpFrom = deltaY < 0 && list.scrollTop > 0 ? list.scrollTop : null;
    if (scrolledUpFrom !== null) following.value = false;
  };
  const onResize = () => {
    viewportHeight = list.clientHeight;
    if (!keepInView() && following.peek()) scrollToEnd(list);
  };
  const observer = new ResizeObserver(onResize);
  // Capturing, to run before the rows rerender: reading heights afterwards would force a second layout.
  const early = { passive: true, capture: true };
  list.addEventListener('scroll', onScroll, early);
  list.addEventListener('scrollend', onScrollEnd, early);
  list.addEventListener('wheel', onWheel, early);
  observer.observe(list);
  addEventListener('resize', onResize);
  return () => {
    list.removeEventListener('scroll', onScroll, early);
    list.removeEventListener('scrollend', onScrollEnd, early);
    list.removeEventListener('wheel', onWheel, early);
    observer.disconnect();
    removeEventListener('resize', onResize);
    following.value = true;
  };
}

function isAtEnd(list: HTMLElement): boolean {
  return list.scrollHeight - list.scrollTop - list.clientHeight < END_TOLERANCE_PX;
}

function scrollToEnd(list: HTMLElement | null) {
  if (list) list.scrollTop = list.scrollHeight;
}

interface ScrollAnchoringOptions {
  readonly scroller: RefObject<HTMLElement | null>;
  readonly lines: Lines;
  /** Index of the first visible line. */
  readonly first: number;
  /** Changes when the user selects another sort order or grouping. */
  readonly arrangement: string;
  /** Scrolls the focused line into view, and returns whether there is one. */
  readonly keepInView: () => boolean;
}

/**
 * Keeps the visible lines in place when events are inserted above them in a sorted or grouped list.
 * At the very top, the list shows the new events.
 */
export function useScrollAnchoring({ scroller, lines, first, arrangement, keepInView }: ScrollAnchoringOptions): void {
  const anchor = useRef<{ readonly row: number; readonly line: number } | null>(null);
  const arranged = useRef(arrangement);
  useLayoutEffect(() => {
    if (arranged.current === arrangement) return;
    arranged.current = arrangement;
    anchor.current = null;
    if (!keepInView() && scroller.current && !lines.isInArrivalOrder.peek()) scroller.current.scrollTop = 0;
  }, [arrangement]);
  useLayoutEffect(() => {
    const list = scroller.current;
    const before = anchor.current;
    if (list && before && !lines.isInArrivalOrder.peek() && list.scrollTop > 0) {
      const line = lines.indexOfRow(before.row);
      if (line >= 0 && line !== before.line) list.scrollTop += (line - before.line) * ROW_HEIGHT;
    }
    const here = lines.at(first);
    anchor.current = here && isRecordLine(here) ? { row: here.row, line: first } : null;
  }, [lines.version.value]);
  useLayoutEffect(() => {
    const here = lines.at(first);
    if (here && isRecordLine(here)) anchor.current = { row: here.row, line: first };
  }, [first]);
}
