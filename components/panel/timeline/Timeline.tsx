import type { ReadonlySignal } from '@preact/signals';
import { formatCount, formatNumber } from '#components/i18n/count-text.ts';
import { formatClockTime } from '#components/i18n/format.ts';
import { useStore } from '#components/panel/app/stores.ts';
import type { TimeSpan } from '#components/panel/event-list/order/event-times.ts';
import type { Records } from '#components/panel/event-list/record-store.ts';
import type { FilterModel } from '#components/panel/filter/filter.ts';
import type { Counts } from '#core/stream/counts';
import { i18n } from '#i18n';
import { ticksOf } from './axis';
import { AXIS, barsOf, STRIP_HEIGHT } from './bars';
import { brushedRange, TIME_KEY, timeTerm } from './brush';
import type { Density } from './density';
import { TimeSlider } from './TimeSlider';
import { timelineMarkStore } from './timeline-mark';
import { type Part, useBrush } from './use-brush';
import { BUCKET_COUNT, useDensity } from './use-density';
import './timeline-strip.css';

interface TimelineProps {
  readonly records: Records;
  readonly filter: FilterModel;
  /** The time of the rows on screen. */
  readonly onScreen: ReadonlySignal<TimeSpan | null>;
}

/**
 * All events over time, valid above the axis, invalid and lost below.
 * Dragging asks for a time, as a token of the filter.
 */
export function Timeline({ records, filter, onScreen }: TimelineProps) {
  const density = useDensity(records);
  if (!density) return <div class="timeline" />;
  return <Strip density={density} counts={records.counts.value} filter={filter} onScreen={onScreen} />;
}

interface StripProps {
  readonly density: Density;
  readonly counts: Counts;
  readonly filter: FilterModel;
  readonly onScreen: ReadonlySignal<TimeSpan | null>;
}

function Strip({ density, counts, filter, onScreen }: StripProps) {
  const { from, to } = density;
  const momentAt = (share: number) => from + share * (to - from);
  const brush = ({ start, end }: Part) =>
    filter.setToken(timeTerm({ from: momentAt(start), to: momentAt(end) }), TIME_KEY);
  const mark = useStore(timelineMarkStore);
  const showAll = () => {
    mark.value = null;
    filter.dropTokens(TIME_KEY);
  };
  const { part, listeners } = useBrush({
    onBrush: brush,
    onClick: showAll,
  });
  const requested = part ?? brushedRange(filter.value.value.tokens, density);
  return (
    <div class="timeline" title={i18n.t('timeline.hint')} {...listeners}>
      <Drawing density={density} counts={counts} />
      {ticksOf(from, to).map(({ share, text }) => (
        <span key={text} style={{ left: percent(share) }}>
          {text}
        </span>
      ))}
      {density.navigations.map((at) => (
        <i key={at} style={{ left: percent((at - from) / (to - from)) }} />
      ))}
      <OnScreen density={density} span={onScreen} />
      <Marked density={density} />
      {requested && <Asked part={requested} />}
      <TimeSlider density={density} part={requested} onBrush={brush} onClear={showAll} />
    </div>
  );
}

function Drawing({ density, counts }: Pick<StripProps, 'density' | 'counts'>) {
  const { valid, invalid, lost } = barsOf(density);
  const parts = [
    i18n.t('timeline.eventsBetween', {
      events: formatCount(counts.total, 'event'),
      from: formatClockTime(density.from),
      to: formatClockTime(density.to),
    }),
    i18n.t('timeline.lines', { invalid: formatNumber(counts.invalid), lost: formatNumber(counts.lost) }),
    formatCount(density.pageLoads, 'pageLoad'),
  ];
  return (
    <svg
      viewBox={`0 0 ${BUCKET_COUNT} ${STRIP_HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={parts.join('; ')}
    >
      <path class="axis" d={`M0 ${AXIS + 0.5}h${BUCKET_COUNT}`} />
      <path class="v" d={valid} />
      <path class="b" d={invalid} />
      <path class="l" d={lost} />
    </svg>
  );
}

/** The band of the rows on screen. */
function OnScreen({
  density: { from, to },
  span,
}: {
  readonly density: Density;
  readonly span: StripProps['onScreen'];
}) {
  const seen = span.value;
  if (!seen) return null;
  const start = within((seen.from - from) / (to - from));
  const end = within((seen.to - from) / (to - from));
  return <div class="on-screen" style={{ left: percent(start), width: percent(end - start) }} />;
}

/** The time of the event that was asked for. */
function Marked({ density: { from, to } }: { readonly density: Density }) {
  const at = useStore(timelineMarkStore).value;
  if (at === null || at < from || at > to) return null;
  const share = (at - from) / (to - from);
  return (
    <div class={share > 0.5 ? 'mark before' : 'mark'} style={{ left: percent(share) }}>
      <span>{formatClockTime(at)}</span>
    </div>
  );
}

function within(share: number): number {
  return Math.min(1, Math.max(0, share));
}

function Asked({ part: { start, end } }: { readonly part: Part }) {
  return <div class="window" style={{ left: percent(start), width: percent(end - start) }} />;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(3)}%`;
}
