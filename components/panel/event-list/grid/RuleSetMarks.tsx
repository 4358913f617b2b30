import { ruleSetLabel } from '#components/i18n/rule-set-label.ts';
import { memo } from '#components/kit/memo.tsx';
import type { JudgedRecord } from '#core/stream/judged-record';
import { type RuleSetMark, ruleSetMark } from '#core/stream/rule-set-mark';
import type { RuleSetId } from '#core/telemetry/findings';
import { i18n } from '#i18n';
import './rule-set-marks.css';

const PITCH = 12;
const HEIGHT = 11;

/** Each mark has a different shape: a tick, a triangle, a cross, a dot. `x` is the left edge. */
const shapes: Readonly<Record<RuleSetMark, (x: number) => string>> = {
  valid: (x) => `M${x + 1.5} 6l2.2 2.3L${x + 8.5} 3`,
  warning: (x) => `M${x + 5} 1.6l4.2 7.6h-8.4z`,
  error: (x) => `M${x + 1.7} 2.2l6.6 6.6m0-6.6l-6.6 6.6`,
  unchecked: (x) => `M${x + 5} 5.8h.01`,
};

const paints: readonly (readonly [mark: RuleSetMark, className: string])[] = [
  ['valid', 'ok'],
  ['warning', 'warn'],
  ['error', 'bad'],
  ['unchecked', 'none'],
];

type Paths = readonly (readonly [className: string, path: string])[];

const cachedPaths = new Map<string, Paths>();

/** Returns cached paths: there are few different ones, and one in every row of the list. */
function pathsOf(marks: readonly RuleSetMark[]): Paths {
  const key = marks.join();
  const cached = cachedPaths.get(key) ?? drawPaths(marks);
  cachedPaths.set(key, cached);
  return cached;
}

function drawPaths(marks: readonly RuleSetMark[]): Paths {
  return paints.flatMap(([wanted, className]) => {
    const path = marks.map((mark, index) => (mark === wanted ? shapes[mark](index * PITCH) : '')).join('');
    return path === '' ? [] : [[className, path] as const];
  });
}

interface RuleSetMarksProps extends Pick<JudgedRecord, 'summary' | 'kind' | 'ruleSets'> {
  /** The active rule sets. Each has the same position in all rows. */
  readonly on: readonly RuleSetId[];
}

/** A mark for each active rule set. Memoized because most rows have the same marks. */
export const RuleSetMarks = memo(function RuleSetMarks({ on, ...judged }: RuleSetMarksProps) {
  // The active entity's rule set checks only the events of a log-in session.
  const ids = on.concat(judged.ruleSets.filter((id) => !on.includes(id)));
  const marks = ids.map((id) => ruleSetMark(id, judged));
  const texts = ids.map((id, index) => markText(id, marks[index] ?? 'unchecked'));
  const width = ids.length * PITCH - 2;
  return (
    <span class="marks" title={texts.join('\n')}>
      <svg width={width} height={HEIGHT} viewBox={`0 0 ${width} ${HEIGHT}`} role="img" aria-label={texts.join(', ')}>
        {pathsOf(marks).map(([className, path]) => (
          <path key={className} class={className} d={path} />
        ))}
      </svg>
    </span>
  );
});

function markText(id: RuleSetId, mark: RuleSetMark): string {
  const ruleSet = ruleSetLabel(id);
  switch (mark) {
    case 'valid':
      return i18n.t('list.mark.valid', { ruleSet });
    case 'warning':
      return i18n.t('list.mark.warning', { ruleSet });
    case 'error':
      return i18n.t('list.mark.error', { ruleSet });
    case 'unchecked':
      return i18n.t('list.mark.unchecked', { ruleSet });
  }
}
