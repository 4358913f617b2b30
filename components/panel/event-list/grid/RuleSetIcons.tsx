import { ruleSetLabel } from '#components/i18n/rule-set-label.ts';
import { memo } from '#components/kit/memo.tsx';
import type { JudgedRecord } from '#core/stream/judged-record';
import { type RuleSetStatus, ruleSetStatus } from '#core/stream/rule-set-status';
import type { RuleSetId } from '#core/telemetry/findings';
import { i18n } from '#i18n';
import './rule-set-icons.css';

const PITCH_PX = 12;
const HEIGHT_PX = 11;

/** Each icon has a different shape: a tick, a triangle, a cross, a dot. `x` is the left edge. */
const shapes: Readonly<Record<RuleSetStatus, (x: number) => string>> = {
  valid: (x) => `M${x + 1.5} 6l2.2 2.3L${x + 8.5} 3`,
  warning: (x) => `M${x + 5} 1.6l4.2 7.6h-8.4z`,
  error: (x) => `M${x + 1.7} 2.2l6.6 6.6m0-6.6l-6.6 6.6`,
  unchecked: (x) => `M${x + 5} 5.8h.01`,
};

const statusClasses: readonly (readonly [status: RuleSetStatus, className: string])[] = [
  ['valid', 'success'],
  ['warning', 'warning'],
  ['error', 'error'],
  ['unchecked', 'none'],
];

type Paths = readonly (readonly [className: string, path: string])[];

const cachedPaths = new Map<string, Paths>();

/** Returns cached paths, because the list has few different icons and one in every row. */
function findPaths(statuses: readonly RuleSetStatus[]): Paths {
  const key = statuses.join();
  const cached = cachedPaths.get(key) ?? drawPaths(statuses);
  cachedPaths.set(key, cached);
  return cached;
}

function drawPaths(statuses: readonly RuleSetStatus[]): Paths {
  return statusClasses.flatMap(([drawnStatus, className]) => {
    const path = statuses
      .map((status, index) => (status === drawnStatus ? shapes[status](index * PITCH_PX) : ''))
      .join('');
    return path === '' ? [] : [[className, path] as const];
  });
}

interface RuleSetIconsProps extends Pick<JudgedRecord, 'summary' | 'kind' | 'ruleSets'> {
  /** The active rule sets. Each has the same position in all rows. */
  readonly activeIds: readonly RuleSetId[];
}

/** An icon for each active rule set. Memoized because most rows have the same icons. */
export const RuleSetIcons = memo(function RuleSetIcons({ activeIds, ...judged }: RuleSetIconsProps) {
  // `activeIds` omits the active entity's rule set, which checks only the events of a log-in session.
  const ids = activeIds.concat(judged.ruleSets.filter((id) => !activeIds.includes(id)));
  const statuses = ids.map((id) => ruleSetStatus(id, judged));
  const texts = ids.map((id, index) => statusText(id, statuses[index] ?? 'unchecked'));
  const width = ids.length * PITCH_PX - 2;
  return (
    <span class="rule-set-icons" title={texts.join('\n')}>
      <svg
        width={width}
        height={HEIGHT_PX}
        viewBox={`0 0 ${width} ${HEIGHT_PX}`}
        role="img"
        aria-label={texts.join(', ')}
      >
        {findPaths(statuses).map(([className, path]) => (
          <path key={className} class={className} d={path} />
        ))}
      </svg>
    </span>
  );
});

function statusText(id: RuleSetId, status: RuleSetStatus): string {
  const ruleSet = ruleSetLabel(id);
  switch (status) {
    case 'valid':
      return i18n.t('list.ruleSetStatus.valid', { ruleSet });
    case 'warning':
      return i18n.t('list.ruleSetStatus.warning', { ruleSet });
    case 'error':
      return i18n.t('list.ruleSetStatus.error', { ruleSet });
    case 'unchecked':
      return i18n.t('list.ruleSetStatus.unchecked', { ruleSet });
  }
}
