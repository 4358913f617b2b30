import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { AutoScroll } from '../auto-scroll';
import { isRecordLine, type Lines } from '../order/list-lines';
import { ROW_HEIGHT_PX } from './use-virtual-rows';

/** A distance up to this limit counts as the end, because zoomed pages have fractional pixels. */
const END_TOLERANCE_PX = 4;

interface AutoScrollOptions {
  readonly scroller: RefObject<HTMLElement | null>;
  readonly autoScroll: AutoScroll;
  /** Whether new events are added at the end. Only then the list follows its end. */
  readonly isInArrivalOrder: boolean;
  /** Height of all lines. It changes when lines are added or removed. */
  readonly height: number;
  /** Called when the list is resized. Scrolls the open event into view, and returns whether its line is listed. */
  readonly keepInView: () => boolean;
}

/** Keeps a list scrolled to its end until the user scrolls away. */
export function useAutoScroll({ scroller, autoScroll, isInArrivalOrder, height, keepInView }: AutoScrollOptions): void {
  const keepInViewRef = useRef(keepInView);
  keepInViewRef.current = keepInView;
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
    return list && isInArrivalOrder ? watchScrolling(list, autoScroll, () => keepInViewRef.current()) : undefined;
  }, [scroller, autoScroll, isInArrivalOrder]);
}

function watchScrolling(list: HTMLElement, { isFollowing }: AutoScroll, keepInView: () => boolean): () => void {
  let viewportHeight = list.clientHeight;
  /** Scroll position when the user started to scroll up, until the list is away from its end. */
  let scrolledUpFrom: number | null = null;
  const updateFollowing = () => {
    scrolledUpFrom = null;
    // A smaller viewport also scrolls, without user intent.
    if (list.clientHeight === viewportHeight) isFollowing.value = isAtEnd(list);
  };
  const onScroll = () => {
    // In its first frames, a smooth scroll is still near the end. New rows must not scroll back to the end then.
    const isLeaving = scrolledUpFrom !== null && list.scrollTop <= scrolledUpFrom && isAtEnd(list);
    if (!isLeaving) updateFollowing();
  };
  const onScrollEnd = () => {
    // The scroll event for the scroll to the end also arrives a frame late.
    if (list.scrollTop !== scrolledUpFrom) updateFollowing();
  };
  // Scroll events arrive a frame later, and rows that are added in between would scroll back to the end.
  const onWheel = ({ deltaY, ctrlKey }: WheelEvent) => {
    const isZoom = ctrlKey;
    if (isZoom || deltaY === 0) return;
    scrolledUpFrom = deltaY < 0 && list.scrollTop > 0 ? list.scrollTop : null;
    if (scrolledUpFrom !== null) isFollowing.value = false;
  };
  const onResize = () => {
    viewportHeight = list.clientHeight;
    if (!keepInView() && isFollowing.peek()) scrollToEnd(list);
  };
  const observer = new ResizeObserver(onResize);
  // The listeners capture, because reading heights after the rows rerender would force a second layout.
  const listenerOptions = { passive: true, capture: true };
  list.addEventListener('scroll', onScroll, listenerOptions);
  list.addEventListener('scrollend', onScrollEnd, listenerOptions);
  list.addEventListener('wheel', onWheel, listenerOptions);
  observer.observe(list);
  addEventListener('resize', onResize);
  return () => {
    list.removeEventListener('scroll', onScroll, listenerOptions);
    list.removeEventListener('scrollend', onScrollEnd, listenerOptions);
    list.removeEventListener('wheel', onWheel, listenerOptions);
    observer.disconnect();
    removeEventListener('resize', onResize);
    isFollowing.value = true;
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
  readonly firstVisibleIndex: number;
  /** Changes when the user selects another sort order or grouping. */
  readonly arrangement: string;
  /** Scrolls the open event into view, and returns whether its line is listed. */
  readonly keepInView: () => boolean;
}

/**
 * Keeps the visible lines in place when events are inserted above them in a sorted or grouped list.
 * At the very top, the list shows the new events.
 */
export function useScrollAnchoring(options: ScrollAnchoringOptions): void {
  const { scroller, lines, firstVisibleIndex, arrangement, keepInView } = options;
  const anchor = useRef<{ readonly row: number; readonly line: number } | null>(null);
  const lastArrangement = useRef(arrangement);
  useLayoutEffect(() => {
    if (lastArrangement.current === arrangement) return;
    lastArrangement.current = arrangement;
    anchor.current = null;
    if (!keepInView() && scroller.current && !lines.isInArrivalOrder.peek()) scroller.current.scrollTop = 0;
  }, [arrangement]);
  useLayoutEffect(() => {
    const list = scroller.current;
    const before = anchor.current;
    if (list && before && !lines.isInArrivalOrder.peek() && list.scrollTop > 0) {
      const line = lines.indexOfRow(before.row);
      if (line >= 0 && line !== before.line) list.scrollTop += (line - before.line) * ROW_HEIGHT_PX;
    }
    const firstLine = lines.at(firstVisibleIndex);
    anchor.current = firstLine && isRecordLine(firstLine) ? { row: firstLine.row, line: firstVisibleIndex } : null;
  }, [lines.version.value]);
  useLayoutEffect(() => {
    const firstLine = lines.at(firstVisibleIndex);
    if (firstLine && isRecordLine(firstLine)) anchor.current = { row: firstLine.row, line: firstVisibleIndex };
  }, [firstVisibleIndex]);
}
