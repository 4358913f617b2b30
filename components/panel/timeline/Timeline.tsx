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
import { type ShareRange, timelineKeys, useBrush } from './time-range';
import { pinnedTimeStore } from './timeline-menu-items';
import { BUCKET_COUNT, type Density, useDensity } from './use-density';
import './timeline-strip.css';

interface TimelineProps {
  readonly records: Records;
  readonly filter: FilterModel;
  /** The time span of the visible rows. */
  readonly timeSpanOnScreen: ReadonlySignal<TimeSpan | null>;
}

/**
 * All events over time: valid events above the axis, invalid and lost events below.
 * Dragging selects a range, as a term of the filter.
 */
export function Timeline({ records, filter, timeSpanOnScreen }: TimelineProps) {
  const density = useDensity(records);
  if (!density) return <div class="timeline" />;
  return <Strip density={density} counts={records.counts.value} filter={filter} timeSpanOnScreen={timeSpanOnScreen} />;
}

interface StripProps {
  readonly density: Density;
  readonly counts: Counts;
  readonly filter: FilterModel;
  readonly timeSpanOnScreen: ReadonlySignal<TimeSpan | null>;
}

function Strip({ density, counts, filter, timeSpanOnScreen }: StripProps) {
  const { from, to } = density;
  const brush = (brushed: ShareRange) => filter.setToken(timeTerm(toTimeSpan(brushed, density)), TIME_KEY);
  const pinnedTime = useStore(pinnedTimeStore);
  const showAll = () => {
    pinnedTime.value = null;
    filter.removeTokens(TIME_KEY);
  };
  const { draggedRange, listeners } = useBrush({ onBrush: brush, onClick: showAll });
  const range = draggedRange ?? findBrushedRange(filter.value.value.tokens, density);
  return (
    <div class="timeline" title={i18n.t('timeline.hint')} {...listeners}>
      <EventBars density={density} counts={counts} />
      {layOutTicks(from, to).map(({ share, text }, index) => (
        <span key={String(index)} style={{ left: percent(share) }}>
          {text}
        </span>
      ))}
      {density.navigationTimes.map((at) => (
        <i key={at} style={{ left: percent((at - from) / (to - from)) }} />
      ))}
      <VisibleSpan density={density} span={timeSpanOnScreen} />
      <PinnedTime density={density} />
      {range && <SelectedRange range={range} />}
      <TimeSlider density={density} range={range} onBrush={brush} onClear={showAll} />
    </div>
  );
}

/** Returns the times of a range of the timeline. */
function toTimeSpan({ start, end }: ShareRange, { from, to }: TimeSpan): TimeSpan {
  return { from: from + start * (to - from), to: from + end * (to - from) };
}

function EventBars({ density, counts }: Pick<StripProps, 'density' | 'counts'>) {
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
      <path class="valid" d={valid} />
      <path class="invalid" d={invalid} />
      <path class="lost" d={lost} />
    </svg>
  );
}

/** The time span of the visible rows, as a band. */
function VisibleSpan({
  density: { from, to },
  span,
}: {
  readonly density: Density;
  readonly span: StripProps['timeSpanOnScreen'];
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

function SelectedRange({ range: { start, end } }: { readonly range: ShareRange }) {
  return <div class="window" style={{ left: percent(start), width: percent(end - start) }} />;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(3)}%`;
}

interface TimeSliderProps {
  readonly density: Density;
  /** The selected range; null for all times. */
  readonly range: ShareRange | null;
  readonly onBrush: (range: ShareRange) => void;
  readonly onClear: () => void;
}

/** The timeline by keyboard: arrow keys move the range, Shift+arrow keys resize it, Esc shows all. */
function TimeSlider({ density, range, onBrush, onClear }: TimeSliderProps) {
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const action = findKeyAction(timelineKeys, event, { range, onBrush, onClear });
    if (!action) return;
    action();
    event.preventDefault();
    event.stopPropagation();
  };
  const span = range && toTimeSpan(range, density);
  const label = span
    ? i18n.t('timeline.between', { from: formatClockTime(span.from), to: formatClockTime(span.to) })
    : i18n.t('timeline.all');
  return (
    <div
      class="by-keys inset"
      role="slider"
      aria-label={i18n.t('timeline.name')}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round((range?.start ?? 0) * 100)}
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

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const DAY_SECONDS = 86_400;
/** The intervals between ticks, in seconds. Longer intervals are whole days. */
const TICK_SECONDS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200];
const MAX_TICKS = 6;

/** Returns round local times between two times, few enough that their labels do not overlap. */
export function layOutTicks(from: EpochMilliseconds, to: EpochMilliseconds): readonly Tick[] {
  const minSeconds = (to - from) / (MAX_TICKS * SECOND_MS);
  const wholeDays = Math.ceil(minSeconds / DAY_SECONDS) * DAY_SECONDS;
  const seconds = TICK_SECONDS.find((each) => each >= minSeconds) ?? wholeDays;
  const step = seconds * SECOND_MS;
  const offset = new Date(from).getTimezoneOffset() * MINUTE_MS;
  const ticks: Tick[] = [];
  for (let at = Math.ceil((from - offset) / step) * step + offset; at < to; at += step) {
    ticks.push({ share: (at - from) / (to - from), text: formatClockTime(at).slice(0, seconds < 60 ? 8 : 5) });
  }
  return ticks;
}

/** SVG paths of the bars, in a drawing of `BUCKET_COUNT` by `STRIP_HEIGHT`. */
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
  const maxAbove = Math.max(1, findMax(buckets.map(({ valid }) => valid)));
  const maxBelow = Math.max(1, findMax(buckets.map(({ invalid, lost }) => invalid + lost)));
  const bars = { valid: '', invalid: '', lost: '' };
  buckets.forEach(({ valid, invalid, lost }, index) => {
    bars.valid += barPath(index, AXIS_Y - barHeight(valid, maxAbove, MAX_HEIGHT_PX), AXIS_Y);
    const invalidHeight = barHeight(invalid, maxBelow, MAX_DEPTH_PX);
    bars.invalid += barPath(index, AXIS_Y + 1, AXIS_Y + 1 + invalidHeight);
    const top = AXIS_Y + 1 + invalidHeight + (invalidHeight > 0 && lost > 0 ? 1 : 0);
    bars.lost += barPath(index, top, Math.min(STRIP_HEIGHT - 1, top + barHeight(lost, maxBelow, MAX_DEPTH_PX)));
  });
  return bars;
}

function barHeight(count: number, maxCount: number, maxHeight: number): number {
  return count === 0 ? 0 : Math.max(MIN_HEIGHT_PX, Math.sqrt(count / maxCount) * maxHeight);
}

function barPath(index: number, top: number, bottom: number): string {
  if (bottom - top < 0.01) return '';
  const left = index + (1 - BAR_WIDTH) / 2;
  return `M${left.toFixed(2)} ${top.toFixed(1)}h${BAR_WIDTH}V${bottom.toFixed(1)}h-${BAR_WIDTH}z`;
}

const TIME_KEY = 'time:';

/** Returns the filter term for a time span, both ends inclusive. */
export function timeTerm({ from, to }: TimeSpan): string {
  return `${TIME_KEY}${formatClockTime(Math.floor(from))}..${formatClockTime(Math.ceil(to))}`;
}

/** Returns the range of the filter's time term, or null if the filter has no valid time term with two ends. */
export function findBrushedRange(tokens: readonly string[], { from, to }: TimeSpan): ShareRange | null {
  const term = tokens.find((token) => token.startsWith(TIME_KEY));
  const times = term === undefined ? null : parseTimes(term.slice(TIME_KEY.length));
  if (!times?.ok || times.value.type !== 'between') return null;
  const midnight = new Date(from).setHours(0, 0, 0, 0);
  /** If events span midnight, a time of day before the first event belongs to the next day. */
  const toEpoch = (timeOfDay: number) => {
    const onNextDay = new Date(midnight + timeOfDay).setDate(new Date(midnight).getDate() + 1);
    return midnight + timeOfDay < from && onNextDay <= to ? onNextDay : midnight + timeOfDay;
  };
  const toShare = (timeOfDay: number) => clampShare((toEpoch(timeOfDay) - from) / (to - from));
  return { start: toShare(times.value.from), end: toShare(times.value.to) };
}
