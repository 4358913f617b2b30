import { useEffect, useMemo, useRef } from 'preact/hooks';
import { useApp } from '#components/panel/app/stores.ts';
import { createJob } from '#core/util/scheduler';
import type { EventList } from '../list-section';
import { isSameSpan, timesOf } from '../order/event-times';

type VisibleRange = { readonly startIndex: number; readonly endIndex: number } | null;

/**
 * In milliseconds.
 * The strip need not follow every frame of scrolling; rendering it takes a part of that frame.
 */
const EVERY_MS = 60;

/** Tells the timeline which stretch of time is on screen. */
export function useReportVisibleRange(
  { lines, onScreen }: Pick<EventList, 'lines' | 'onScreen'>,
  visibleRange: VisibleRange,
) {
  const { scheduler } = useApp();
  const latest = useRef(visibleRange);
  latest.current = visibleRange;
  const reporter = useMemo(() => {
    const notify = () => {
      const span = latest.current && timesOf(lines, latest.current.startIndex, latest.current.endIndex);
      if (!isSameSpan(span, onScreen.peek())) onScreen.value = span;
    };
    return createJob((run) => scheduler.after(EVERY_MS, run), notify);
  }, [scheduler, onScreen, lines]);
  useEffect(reporter.schedule);
  useEffect(
    () => () => {
      reporter.cancel();
      onScreen.value = null;
    },
    [reporter, onScreen],
  );
}
