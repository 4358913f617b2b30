import { useEffect, useRef } from 'preact/hooks';
import type { EventList } from '../event-list';
import { isSameSpan, timesOf } from '../order/event-times';

type InSight = { readonly startIndex: number; readonly endIndex: number } | null;

/** In milliseconds. The strip need not follow every frame of scrolling; drawing it takes a part of that frame. */
const EVERY_MS = 60;

/** Tells the timeline which stretch of time is on screen. */
export function useTellingInSight({ lines, onScreen }: Pick<EventList, 'lines' | 'onScreen'>, inSight: InSight) {
  const latest = useRef(inSight);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  latest.current = inSight;
  useEffect(() => {
    timer.current ??= setTimeout(() => {
      timer.current = null;
      const span = latest.current && timesOf(lines, latest.current.startIndex, latest.current.endIndex);
      if (!isSameSpan(span, onScreen.peek())) onScreen.value = span;
    }, EVERY_MS);
  });
  useEffect(
    () => () => {
      if (timer.current !== null) clearTimeout(timer.current);
      timer.current = null;
      onScreen.value = null;
    },
    [onScreen, lines],
  );
}
