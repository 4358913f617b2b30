import type { Counts } from '../../../lib/panel/counts';
import { clockTime, countOf, countText } from '../../../lib/panel/figures';
import type { FilterModel } from '../../../lib/panel/filter';
import type { Records } from '../../../lib/panel/records';
import { ticksOf } from '../../../lib/panel/timeline/axis';
import { AXIS, barsOf, STRIP_HEIGHT } from '../../../lib/panel/timeline/bars';
import { brushedPart, TIME_KEY, timeTerm } from '../../../lib/panel/timeline/brush';
import type { Density } from '../../../lib/panel/timeline/density';
import { type Part, useBrush } from './use-brush';
import { STRETCHES, useDensity } from './use-density';

interface TimelineProps {
  readonly records: Records;
  readonly filter: FilterModel;
}

/** All events over time, valid above the axis, invalid and lost below. Dragging asks for a time, as a token of the filter. */
export function Timeline({ records, filter }: TimelineProps) {
  const density = useDensity(records);
  if (!density || records.counts.value.total === 0) return null;
  return <Strip density={density} counts={records.counts.value} filter={filter} />;
}

interface StripProps {
  readonly density: Density;
  readonly counts: Counts;
  readonly filter: FilterModel;
}

function Strip({ density, counts, filter }: StripProps) {
  const { from, to } = density;
  const momentAt = (share: number) => from + share * (to - from);
  const { part, listeners } = useBrush({
    onBrush: ({ start, end }) => filter.setToken(timeTerm({ from: momentAt(start), to: momentAt(end) }), TIME_KEY),
    onClick: () => filter.dropTokens(TIME_KEY),
  });
  const asked = part ?? brushedPart(filter.value.value.tokens, density);
  return (
    <div class="timeline" title="Drag to filter by time; click to see all times" {...listeners}>
      <Drawing density={density} counts={counts} />
      {ticksOf(from, to).map(({ share, text }) => (
        <span key={text} style={{ left: percent(share) }}>
          {text}
        </span>
      ))}
      {density.navigations.map((at) => (
        <i key={at} style={{ left: percent((at - from) / (to - from)) }} />
      ))}
      {asked && <Asked part={asked} />}
    </div>
  );
}

function Drawing({ density, counts }: Pick<StripProps, 'density' | 'counts'>) {
  const { valid, invalid, lost } = barsOf(density);
  const words = [
    `${countOf(counts.total, 'event')} between ${clockTime(density.from)} and ${clockTime(density.to)}`,
    `valid above the line, ${countText(counts.invalid)} invalid and ${countText(counts.lost)} lost below it`,
    countOf(density.navigations.length, 'page load'),
  ];
  return (
    <svg
      viewBox={`0 0 ${STRETCHES} ${STRIP_HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={words.join('; ')}
    >
      <path class="axis" d={`M0 ${AXIS + 0.5}h${STRETCHES}`} />
      <path class="v" d={valid} />
      <path class="b" d={invalid} />
      <path class="l" d={lost} />
    </svg>
  );
}

function Asked({ part: { start, end } }: { readonly part: Part }) {
  return <div class="window" style={{ left: percent(start), width: percent(end - start) }} />;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(3)}%`;
}
