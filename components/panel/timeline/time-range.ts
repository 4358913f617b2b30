import type { TargetedPointerEvent } from 'preact';
import { useState } from 'preact/hooks';
import type { ViewKey } from '#components/panel/app/view-keys.ts';
import { i18n } from '#i18n';

interface TimelineKeyTarget {
  readonly part: Part | null;
  readonly onBrush: (part: Part) => void;
  readonly onClear: () => void;
}

type TimelineKey = ViewKey<TimelineKeyTarget>;

const changesRange =
  (names: readonly string[], extend: boolean | 'any'): NonNullable<TimelineKey['actionFor']> =>
  ({ key, shiftKey }, { part, onBrush }) => {
    if (!names.includes(key) || (extend !== 'any' && extend !== shiftKey)) return null;
    const next = rangeAfterKey(part, key, shiftKey);
    return next && (() => onBrush(next));
  };

const ARROWS = ['ArrowLeft', 'ArrowRight'];

/** The keys of the timeline's slider. */
export const timelineKeys: readonly TimelineKey[] = [
  { keys: '← →', label: () => i18n.t('keys.moveTimes'), actionFor: changesRange(ARROWS, false) },
  { keys: 'Shift ← →', label: () => i18n.t('keys.moreTimes'), actionFor: changesRange(ARROWS, true) },
  { keys: 'Home, End', label: () => i18n.t('keys.timeEnds'), actionFor: changesRange(['Home', 'End'], 'any') },
  {
    keys: 'Esc',
    label: () => i18n.t('keys.allTimes'),
    actionFor: ({ key }, { part, onClear }) => (key === 'Escape' && part ? onClear : null),
  },
];

/** A part of the timeline, as shares of the width from 0 to 1. */
export interface Part {
  readonly start: number;
  readonly end: number;
}

const KEY_STEP = 0.02;
const INITIAL_WIDTH = 0.1;

/** Returns the range after a key press, or null for a key without an effect. */
export function rangeAfterKey(part: Part | null, key: string, extend: boolean): Part | null {
  const by = key === 'ArrowRight' ? KEY_STEP : -KEY_STEP;
  if (key === 'Home') return { start: 0, end: part && !extend ? part.end - part.start : (part?.end ?? INITIAL_WIDTH) };
  if (key === 'End')
    return { start: part && !extend ? 1 - (part.end - part.start) : (part?.start ?? 1 - INITIAL_WIDTH), end: 1 };
  if (key !== 'ArrowRight' && key !== 'ArrowLeft') return null;
  if (!part) return { start: 1 - INITIAL_WIDTH, end: 1 };
  if (extend) return { start: part.start, end: Math.min(1, Math.max(part.start + KEY_STEP, part.end + by)) };
  const moved = Math.min(1 - part.end, Math.max(-part.start, by));
  return { start: part.start + moved, end: part.end + moved };
}

/** A shorter drag counts as a click. */
const MIN_DRAG_PX = 4;

interface BrushOptions {
  readonly onBrush: (part: Part) => void;
  readonly onClick: () => void;
}

/** Handles dragging over the timeline. Returns the dragged range and the event handlers. */
export function useBrush({ onBrush, onClick }: BrushOptions) {
  const [drag, setDrag] = useState<{ readonly from: number; readonly to: number } | null>(null);
  const part: Part | null = drag && { start: Math.min(drag.from, drag.to), end: Math.max(drag.from, drag.to) };
  const onPointerDown = (event: TargetedPointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture?.(event.pointerId);
    const at = shareAt(event);
    setDrag({ from: at, to: at });
  };
  const onPointerMove = (event: TargetedPointerEvent<HTMLElement>) => {
    if (drag) setDrag({ from: drag.from, to: shareAt(event) });
  };
  const onPointerUp = (event: TargetedPointerEvent<HTMLElement>) => {
    if (!drag || !part) return;
    setDrag(null);
    const width = event.currentTarget.getBoundingClientRect().width;
    if ((part.end - part.start) * width < MIN_DRAG_PX) onClick();
    else onBrush(part);
  };
  return { part, listeners: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: () => setDrag(null) } };
}

function shareAt(event: TargetedPointerEvent<HTMLElement>): number {
  const { left, width } = event.currentTarget.getBoundingClientRect();
  return width === 0 ? 0 : Math.min(1, Math.max(0, (event.clientX - left) / width));
}
