import type { TargetedPointerEvent } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { formatNumber } from '#components/i18n/count-text.ts';
import { formatClockTime } from '#components/i18n/format.ts';
import { useApp } from '#components/panel/app/stores.ts';
import { useEventList } from '#components/panel/event-list/event-list.ts';
import { i18n } from '#i18n';
import { findNearestPoint, layOutTrack, TRACK_POSITIONS } from './event-points';
import { type EventPoint, type ListedSession, listedSessions } from './listed-sessions';

/**
 * The timeline of a session: its events as lines, idle time hatched.
 * Hovering shows an event's title, a click opens its row.
 */
export function SessionTrack({ session: { summary, outermost } }: { readonly session: ListedSession }) {
  const { view } = useApp();
  const list = useEventList();
  const { numberOf } = list.records;
  const points = list.get(listedSessions).pointsOf(summary);
  const [hoveredPoint, setHoveredPoint] = useState<EventPoint | null>(null);
  const durationMs = Math.max(1, outermost.end - outermost.start);
  const startShare = (summary.start - outermost.start) / durationMs;
  const width = Math.max(MIN_WIDTH_SHARE, (summary.end - summary.start) / durationMs);
  const { positions, idle } = useMemo(() => layOutTrack(points, outermost), [points, outermost]);
  const pointAt = (event: TargetedPointerEvent<HTMLElement>): EventPoint | null => {
    const box = event.currentTarget.getBoundingClientRect();
    const share = box.width === 0 ? 0 : (event.clientX - box.left) / box.width;
    return findNearestPoint(points, outermost.start + share * durationMs);
  };
  const open = (point: EventPoint | null): void => {
    if (point === null) return;
    view.value = 'events';
    list.show(point.row);
  };
  return (
    <div
      class="track"
      title={hoveredPoint === null ? '' : pointTitle(hoveredPoint, numberOf(hoveredPoint.row))}
      onPointerMove={(event) => setHoveredPoint(pointAt(event))}
      onPointerUp={(event) => {
        // A click with Ctrl or ⌘ compares the session with the selected session.
        if (!event.ctrlKey && !event.metaKey) open(pointAt(event));
      }}
    >
      <i class="span" style={{ left: percent(startShare), width: percent(width) }} />
      {idle.map(({ start, end }) => (
        <i key={start} class="idle" style={{ left: percent(start), width: percent(end - start) }} />
      ))}
      <svg viewBox={`0 0 ${TRACK_POSITIONS} 10`} preserveAspectRatio="none" aria-hidden="true">
        <path d={positions.map((position) => `M${(position * TRACK_POSITIONS).toFixed(1)} 0v10`).join('')} />
      </svg>
      {summary.endedBy === 'break' && <i class="break" style={{ left: percent(startShare + width) }} />}
    </div>
  );
}

/** A shorter session would be too narrow to see. */
const MIN_WIDTH_SHARE = 0.003;

function pointTitle({ eid, type, ets }: EventPoint, number: number | null): string {
  const name = type === null ? eid : `${eid} · ${type}`;
  return i18n.t('userSessions.eventPoint', { n: formatNumber(number ?? 0), name, time: formatClockTime(ets) });
}

function percent(share: number): string {
  return `${(share * 100).toFixed(2)}%`;
}
