import type { TargetedPointerEvent } from 'preact';
import { useState } from 'preact/hooks';
import type { ViewKey } from '#components/panel/app/view-keys.ts';
import { i18n } from '#i18n';

interface TimelineKeyTarget {
  /** The selected range; null for all times. */
  readonly range: ShareRange | null;
  readonly onBrush: (range: ShareRange) => void;
  readonly onClear: () => void;
}

type TimelineKey = ViewKey<TimelineKeyTarget>;

const changeRange =
  (names: readonly string[], shift: boolean | 'any'): NonNullable<TimelineKey['actionFor']> =>
  ({ key, shiftKey }, { range, onBrush }) => {
    if (!names.includes(key) || (shift !== 'any' && shift !== shiftKey)) return null;
    const next = rangeAfterKey(range, key, shiftKey);
    return next && (() => onBrush(next));
  };

const ARROWS = ['ArrowLeft', 'ArrowRight'];

/** The keys of the timeline's slider. */
export const timelineKeys: readonly TimelineKey[] = [
  { keys: '← →', label: () => i18n.t('keys.moveTimes'), actionFor: changeRange(ARROWS, false) },
  { keys: 'Shift ← →', label: () => i18n.t('keys.moreTimes'), actionFor: changeRange(ARROWS, true) },
  { keys: 'Home, End', label: () => i18n.t('keys.timeEnds'), actionFor: changeRange(['Home', 'End'], 'any') },
  {
    keys: 'Esc',
    label: () => i18n.t('keys.allTimes'),
    actionFor: ({ key }, { range, onClear }) => (key === 'Escape' && range ? onClear : null),
  },
];

/** A range of the timeline, as shares of the width from 0 to 1. */
export interface ShareRange {
  readonly start: number;
  readonly end: number;
}

const KEY_STEP = 0.02;
const INITIAL_WIDTH = 0.1;

/** Returns the range after a key press, or null for a key without an effect. Shift resizes the range. */
export function rangeAfterKey(range: ShareRange | null, key: string, isShift: boolean): ShareRange | null {
  const width = range ? range.end - range.start : INITIAL_WIDTH;
  const resizedRange = isShift ? range : null;
  if (key === 'Home') return { start: 0, end: resizedRange?.end ?? width };
  if (key === 'End') return { start: resizedRange?.start ?? 1 - width, end: 1 };
  if (key !== 'ArrowRight' && key !== 'ArrowLeft') return null;
  if (!range) return { start: 1 - INITIAL_WIDTH, end: 1 };
  const step = key === 'ArrowRight' ? KEY_STEP : -KEY_STEP;
  if (isShift) return { start: range.start, end: Math.min(1, Math.max(range.start + KEY_STEP, range.end + step)) };
  const offset = Math.min(1 - range.end, Math.max(-range.start, step));
  return { start: range.start + offset, end: range.end + offset };
}

/** A shorter drag counts as a click. */
const MIN_DRAG_PX = 4;

interface BrushOptions {
  readonly onBrush: (range: ShareRange) => void;
  readonly onClick: () => void;
}

/** Handles dragging over the timeline. Returns the dragged range and the event handlers. */
export function useBrush({ onBrush, onClick }: BrushOptions) {
  const [drag, setDrag] = useState<{ readonly from: number; readonly to: number } | null>(null);
  const draggedRange: ShareRange | null = drag && {
    start: Math.min(drag.from, drag.to),
    end: Math.max(drag.from, drag.to),
  };
  const onPointerDown = (event: TargetedPointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture?.(event.pointerId);
    const share = shareAt(event);
    setDrag({ from: share, to: share });
  };
  const onPointerMove = (event: TargetedPointerEvent<HTMLElement>) => {
    if (drag) setDrag({ from: drag.from, to: shareAt(event) });
  };
  const onPointerUp = (event: TargetedPointerEvent<HTMLElement>) => {
    if (!draggedRange) return;
    setDrag(null);
    const width = event.currentTarget.getBoundingClientRect().width;
    if ((draggedRange.end - draggedRange.start) * width < MIN_DRAG_PX) onClick();
    else onBrush(draggedRange);
  };
  return {
    draggedRange,
    listeners: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: () => setDrag(null) },
  };
}

function shareAt(event: TargetedPointerEvent<HTMLElement>): number {
  const { left, width } = event.currentTarget.getBoundingClientRect();
  return width === 0 ? 0 : Math.min(1, Math.max(0, (event.clientX - left) / width));
}
