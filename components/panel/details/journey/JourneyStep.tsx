import type { ComponentChildren } from 'preact';
import { formatClockTime, formatDuration } from '#components/i18n/format.ts';
import type { EpochMilliseconds } from '#core/journey/record';

interface JourneyStepItemProps {
  readonly title: string;
  readonly at?: EpochMilliseconds;
  readonly code?: string;
  /** Milliseconds since the step before, or null if that is not known. */
  readonly lap: number | null;
  /** Has not happened, or was not seen. */
  readonly open?: boolean;
  readonly bad?: boolean;
  readonly lost?: boolean;
  /** Stands beside the title. */
  readonly state?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** One step of a journey, in full. */
export function JourneyStepItem({ title, at, code, lap, open, bad, lost, state, children }: JourneyStepItemProps) {
  return (
    <li class={open ? 'open' : bad ? 'bad-step' : lost ? 'lost-step' : ''}>
      {lap !== null && <span class="lap">{formatDuration(lap)}</span>}
      <time>{at === undefined ? '' : formatClockTime(at)}</time>
      <div>
        <b>{title}</b> {code && <code>{code}</code>}
        {state}
        <div class="muted">{children}</div>
      </div>
    </li>
  );
}
