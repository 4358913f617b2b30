import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { AutoScroll } from '../auto-scroll';
import { isRecordLine, type Lines } from '../order/list-lines';
import { ROW_HEIGHT } from './use-virtual-rows';

/** Nearer to the end than this counts as the end: zoomed pages have fractions of pixels. */
const NEAR_PX = 4;

interface AutoScrollOptions {
  readonly scroller: RefObject<HTMLElement | null>;
  readonly autoScroll: AutoScroll;
  /** Whether what comes new comes last: only then the end is worth staying at. */
  readonly isArrival: boolean;
  /** Height of all lines; a change of it means that lines came or went. */
  readonly height: number;
  /** Called when the list is resized: scrolls the focused part into view, and returns whether there is one. */
  readonly keepInView: () => boolean;
}

/** Keeps a list scrolled to its end until the user scrolls away. */
export function useAutoScroll({ scroller, autoScroll, isArrival, height, keepInView }: AutoScrollOptions): void {
  const keep = useRef(keepInView);
  keep.current = keepInView;
  const wishes = autoScroll.requests.value;

  // Before paint: new height and scroll position must appear together.
  useLayoutEffect(() => {
    if (isArrival && autoScroll.isFollowing.peek()) scrollToEnd(scroller.current);
  }, [height, autoScroll, scroller, isArrival]);

  useLayoutEffect(() => {
    if (wishes > 0) scrollToEnd(scroller.current);
  }, [wishes, scroller]);

  useLayoutEffect(() => {
    const list = scroller.current;
    return list && isArrival ? watch(list, autoScroll, () => keep.current()) : undefined;
  }, [scroller, autoScroll, isArrival]);
}

function watch(list: HTMLElement, { isFollowing: following }: AutoScroll, keepInView: () => boolean): () => void {
  let room = list.clientHeight;
  /** Where the list was when the user began to scroll up, until it has left its end. */
  let scrolledUpFrom: number | null = null;
  const follow = () => {
    scrolledUpFrom = null;
    // A smaller viewport also scrolls, without user intent.
    if (list.clientHeight === room) following.value = isAtEnd(list);
  };
  const onScroll = () => {
    // A smooth scroll up is still at the end in its first frames: rows that arrive in them would take the list back.
    const isLeaving = scrolledUpFrom !== null && list.scrollTop <= scrolledUpFrom && isAtEnd(list);
    if (!isLeaving) follow();
  };
  const onScrollEnd = () => {
    // The end of the scroll that brought the list to its end comes a frame late, too.
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
    room = list.clientHeight;
    if (!keepInView() && following.peek()) scrollToEnd(list);
  };
  const observer = new ResizeObserver(onResize);
  // Capturing, so before the rows rerender: reading heights afterwards would force a second layout.
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
  return list.scrollHeight - list.scrollTop - list.clientHeight < NEAR_PX;
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
  /** Scrolls the focused part into view, and returns whether there is one. */
  readonly keepInView: () => boolean;
}

/**
 * Keeps the visible lines in place when new events are inserted above them in a sorted or grouped list.
 * At the very top, new events are shown.
 */
export function useScrollAnchoring({ scroller, lines, first, arrangement, keepInView }: ScrollAnchoringOptions): void {
  const anchor = useRef<{ readonly row: number; readonly line: number } | null>(null);
  const arranged = useRef(arrangement);
  useLayoutEffect(() => {
    if (arranged.current === arrangement) return;
    arranged.current = arrangement;
    anchor.current = null;
    if (!keepInView() && scroller.current && !lines.isArrival.peek()) scroller.current.scrollTop = 0;
  }, [arrangement]);
  useLayoutEffect(() => {
    const list = scroller.current;
    const before = anchor.current;
    if (list && before && !lines.isArrival.peek() && list.scrollTop > 0) {
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
