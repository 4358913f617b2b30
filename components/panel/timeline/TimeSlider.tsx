import type { TargetedKeyboardEvent } from 'preact';
import { formatClockTime } from '#components/i18n/format.ts';
import { findKeyAction } from '#components/panel/app/view-keys.ts';
import { i18n } from '#i18n';
import type { Density } from './density';
import { timelineKeys } from './timeline-keys';
import type { Part } from './use-brush';

interface TimeSliderProps {
  readonly density: Density;
  /** What is asked for now; null while all times are. */
  readonly part: Part | null;
  readonly onBrush: (part: Part) => void;
  readonly onClear: () => void;
}

/** The strip by keyboard: arrows move the stretch of time, with Shift they make it longer or shorter, Esc shows all. */
export function TimeSlider({ density, part, onBrush, onClear }: TimeSliderProps) {
  const { from, to } = density;
  const momentAt = (share: number) => from + share * (to - from);
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const action = findKeyAction(timelineKeys, event, { part, onBrush, onClear });
    if (!action) return;
    action();
    event.preventDefault();
    event.stopPropagation();
  };
  const label = part
    ? i18n.t('timeline.between', {
        from: formatClockTime(momentAt(part.start)),
        to: formatClockTime(momentAt(part.end)),
      })
    : i18n.t('timeline.all');
  return (
    <div
      class="by-keys inset"
      role="slider"
      aria-label={i18n.t('timeline.name')}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round((part?.start ?? 0) * 100)}
      aria-valuetext={label}
      tabIndex={0}
      onKeyDown={onKeyDown}
    />
  );
}
