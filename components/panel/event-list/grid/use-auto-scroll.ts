import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { AutoScroll } from '../auto-scroll';

/** Nearer to the end than this counts as the end: zoomed pages have fractions of pixels. */
const NEAR_PX = 4;

interface AutoScrollOptions {
  readonly scroller: RefObject<HTMLElement | null>;
  readonly autoScroll: AutoScroll;
  /** Whether what comes new comes last: only then the end is worth staying at. */
  readonly isArrival: boolean;
  /** Height of all lines; a change of it means that lines came or went. */
  readonly height: number;
  /** Asked when the list is given more or less room: shows what must stay in sight, and says whether there is such. */
  readonly keepInView: () => boolean;
}

/** Keeps a list at its end while it is at its end, and lets go as soon as one scrolls away. */
export function useAutoScroll({ scroller, autoScroll, isArrival, height, keepInView }: AutoScrollOptions): void {
  const keep = useRef(keepInView);
  keep.current = keepInView;
  const wishes = autoScroll.requests.value;

  // Before paint, so that the rows do not jump: the new height and the new place are shown at once.
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
  const onScroll = () => {
    // Less room scrolls too, without anyone wanting to leave the end.
    if (list.clientHeight === room) following.value = isAtEnd(list);
  };
  // The list is told that it was scrolled a frame later: what comes in between would take the person back to the end.
  const onWheel = ({ deltaY }: WheelEvent) => {
    if (deltaY < 0 && list.scrollTop > 0) following.value = false;
  };
  const observer = new ResizeObserver(() => {
    room = list.clientHeight;
    if (!keepInView() && following.peek()) scrollToEnd(list);
  });
  // Capturing, so before the rows are drawn anew: asking for heights after that would lay the page out twice.
  const early = { passive: true, capture: true };
  list.addEventListener('scroll', onScroll, early);
  list.addEventListener('wheel', onWheel, early);
  observer.observe(list);
  return () => {
    list.removeEventListener('scroll', onScroll, early);
    list.removeEventListener('wheel', onWheel, early);
    observer.disconnect();
    // A list that is not there cannot be scrolled: when it is drawn again it starts at its end.
    following.value = true;
  };
}

function isAtEnd(list: HTMLElement): boolean {
  return list.scrollHeight - list.scrollTop - list.clientHeight < NEAR_PX;
}

function scrollToEnd(list: HTMLElement | null) {
  if (list) list.scrollTop = list.scrollHeight;
}
