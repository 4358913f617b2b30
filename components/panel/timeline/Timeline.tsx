import type { ReadonlySignal } from '@preact/signals';
import type { TargetedKeyboardEvent } from 'preact';
import { formatCount, formatNumber } from '#components/i18n/count-text.ts';
import { formatClockTime } from '#components/i18n/format.ts';
import { useStore } from '#components/panel/app/stores.ts';
import { findKeyAction } from '#components/panel/app/view-keys.ts';
import type { TimeSpan } from '#components/panel/event-list/order/event-times.ts';
import type { Records } from '#components/panel/event-list/record-store.ts';
import type { FilterModel } from '#components/panel/filter/filter.ts';
import type { EpochMilliseconds } from '#core/journey/record';
import { parseTimes } from '#core/query/parse-times';
import type { Counts } from '#core/stream/counts';
import { findMax } from '#core/util/extremes';
import { i18n } from '#i18n';
import { type Part, timelineKeys, useBrush } from './time-range';
import { pinnedTimeStore } from './timeline-menu-items';
import { BUCKET_COUNT, type Density, useDensity } from './use-density';
import './timeline-strip.css';

interface TimelineProps {
  readonly records: Records;
  readonly filter: FilterModel;
  /** The time span of the visible rows. */
  readonly onScreen: ReadonlySignal<TimeSpan | null>;
}

/**
 * All events over time: valid ones above the axis, invalid and lost ones below.
 * Dragging selects a range, as a term of the filter.
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
  const pinnedTime = useStore(pinnedTimeStore);
  const showAll = () => {
    pinnedTime.value = null;
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
      {layOutTicks(from, to).map(({ share, text }) => (
        <span key={text} style={{ left: percent(share) }}>
          {text}
        </span>
      ))}
      {density.navigationTimes.map((at) => (
        <i key={at} style={{ left: percent((at - from) / (to - from)) }} />
      ))}
      <OnScreen density={density} span={onScreen} />
      <PinnedTime density={density} />
      {requested && <SelectedRange part={requested} />}
      <TimeSlider density={density} part={requested} onBrush={brush} onClear={showAll} />
    </div>
  );
}

function Drawing({ density, counts }: Pick<StripProps, 'density' | 'counts'>) {
  const { valid, invalid, lost } = layOutBars(density);
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
      <path class="axis" d={`M0 ${AXIS_Y + 0.5}h${BUCKET_COUNT}`} />
      <path class="v" d={valid} />
      <path class="b" d={invalid} />
      <path class="l" d={lost} />
    </svg>
  );
}

/** The band of the visible rows. */
function OnScreen({
  density: { from, to },
  span,
}: {
  readonly density: Density;
  readonly span: StripProps['onScreen'];
}) {
  const visibleSpan = span.value;
  if (!visibleSpan) return null;
  const start = clampShare((visibleSpan.from - from) / (to - from));
  const end = clampShare((visibleSpan.to - from) / (to - from));
  return <div class="on-screen" style={{ left: percent(start), width: percent(end - start) }} />;
}

function PinnedTime({ density: { from, to } }: { readonly density: Density }) {
  const at = useStore(pinnedTimeStore).value;
  if (at === null || at < from || at > to) return null;
  const share = (at - from) / (to - from);
  return (
    <div class={share > 0.5 ? 'pinned-time before' : 'pinned-time'} style={{ left: percent(share) }}>
      <span>{formatClockTime(at)}</span>
    </div>
  );
}

function clampShare(share: number): number {
  return Math.min(1, Math.max(0, share));
}

function SelectedRange({ part: { start, end } }: { readonly part: Part }) {
  return <div class="window" style={{ left: percent(start), width: percent(end - start) }} />;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(3)}%`;
}

interface TimeSliderProps {
  readonly density: Density;
  /** The selected range; null for all times. */
  readonly part: Part | null;
  readonly onBrush: (part: Part) => void;
  readonly onClear: () => void;
}

/** The timeline by keyboard: arrow keys move the range, Shift+arrow keys resize it, Esc shows all. */
function TimeSlider({ density, part, onBrush, onClear }: TimeSliderProps) {
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

/** A time on the axis. `share` is its position, from 0 to 1. */
interface Tick {
  readonly share: number;
  readonly text: string;
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const steps = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400];
const MAX_TICKS = 6;

/** Returns round local times between two times, few enough that their labels do not overlap. */
export function layOutTicks(from: EpochMilliseconds, to: EpochMilliseconds): readonly Tick[] {
  const seconds = steps.find((step) => (to - from) / (step * SECOND) <= MAX_TICKS) ?? 86_400;
  const step = seconds * SECOND;
  const offset = new Date(from).getTimezoneOffset() * MINUTE;
  const ticks: Tick[] = [];
  for (let at = Math.ceil((from - offset) / step) * step + offset; at < to; at += step) {
    ticks.push({ share: (at - from) / (to - from), text: formatClockTime(at).slice(0, seconds < 60 ? 8 : 5) });
  }
  return ticks;
}

/** SVG paths of the bars, in a drawing of `count` by 48; y grows downwards. */
interface Bars {
  readonly valid: string;
  readonly invalid: string;
  readonly lost: string;
}

export const STRIP_HEIGHT = 48;
/** Valid events are above the axis, the others below: the position shows the state, not the color alone. */
export const AXIS_Y = 34;
const MAX_HEIGHT_PX = AXIS_Y - 16;
const MAX_DEPTH_PX = STRIP_HEIGHT - AXIS_Y - 3;
/** A single event among thousands must be visible. */
const MIN_HEIGHT_PX = 1.5;
const BAR_WIDTH = 0.64;

/**
 * Creates one path for each type of event.
 * Heights are proportional to the square root of the count, so that few events are visible beside many.
 */
export function layOutBars({ buckets }: Density): Bars {
  const most = Math.max(1, findMax(buckets.map(({ valid }) => valid)));
  const worst = Math.max(1, findMax(buckets.map(({ invalid, lost }) => invalid + lost)));
  const bars = { valid: '', invalid: '', lost: '' };
  buckets.forEach(({ valid, invalid, lost }, index) => {
    bars.valid += bar(index, AXIS_Y - heightOf(valid, most, MAX_HEIGHT_PX), AXIS_Y);
    const solid = heightOf(invalid, worst, MAX_DEPTH_PX);
    bars.invalid += bar(index, AXIS_Y + 1, AXIS_Y + 1 + solid);
    const top = AXIS_Y + 1 + solid + (solid > 0 && lost > 0 ? 1 : 0);
    bars.lost += bar(index, top, Math.min(STRIP_HEIGHT - 1, top + heightOf(lost, worst, MAX_DEPTH_PX)));
  });
  return bars;
}

function heightOf(count: number, most: number, highest: number): number {
  return count === 0 ? 0 : Math.max(MIN_HEIGHT_PX, Math.sqrt(count / most) * highest);
}

function bar(index: number, top: number, bottom: number): string {
  if (bottom - top < 0.01) return '';
  const left = index + (1 - BAR_WIDTH) / 2;
  return `M${left.toFixed(2)} ${top.toFixed(1)}h${BAR_WIDTH}V${bottom.toFixed(1)}h-${BAR_WIDTH}z`;
}

const TIME_KEY = 'time:';

interface Range {
  readonly from: EpochMilliseconds;
  readonly to: EpochMilliseconds;
}

/** Returns the filter term for a time range, both ends inclusive. */
export function timeTerm({ from, to }: Range): string {
  return `${TIME_KEY}${formatClockTime(Math.floor(from))}..${formatClockTime(Math.ceil(to))}`;
}

/** Returns the range of the filter's time term as shares of the width from 0 to 1, or null if the filter has none. */
export function brushedRange(tokens: readonly string[], { from, to }: Range): { start: number; end: number } | null {
  const term = tokens.find((token) => token.startsWith(TIME_KEY));
  const times = term === undefined ? null : parseTimes(term.slice(TIME_KEY.length));
  if (!times?.ok || times.value.type !== 'between') return null;
  const midnight = new Date(from).setHours(0, 0, 0, 0);
  /** Of events over midnight, a time before the first event is one of the next day. */
  const momentOf = (ofDay: number) => {
    const onNextDay = new Date(midnight + ofDay).setDate(new Date(midnight).getDate() + 1);
    return midnight + ofDay < from && onNextDay <= to ? onNextDay : midnight + ofDay;
  };
  const share = (ofDay: number) => clampShare((momentOf(ofDay) - from) / (to - from));
  return { start: share(times.value.from), end: share(times.value.to) };
}
