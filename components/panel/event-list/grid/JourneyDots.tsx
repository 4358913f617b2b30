import type { Alteration } from '#components/i18n/journey-labels.ts';
import type { JourneyState } from '#core/journey/journey-state';

type Shape = 'dot' | 'ring' | 'cross' | 'none';

/** X positions of the dots: called, emitted, sent, accepted. */
const dotPositions = [4, 13, 22, 31] as const;

/** Reached = filled, open = ring, × = the journey ended there. */
const shapes: Readonly<Record<JourneyState, readonly [Shape, Shape, Shape, Shape]>> = {
  called: ['dot', 'ring', 'ring', 'ring'],
  threw: ['dot', 'cross', 'none', 'none'],
  dropped: ['dot', 'cross', 'none', 'none'],
  waiting: ['dot', 'dot', 'ring', 'ring'],
  sent: ['dot', 'dot', 'dot', 'ring'],
  accepted: ['dot', 'dot', 'dot', 'dot'],
  rejected: ['dot', 'dot', 'dot', 'cross'],
  failed: ['dot', 'dot', 'dot', 'cross'],
  lost: ['dot', 'dot', 'cross', 'none'],
  unobserved: ['dot', 'dot', 'ring', 'none'],
  unknown: ['ring', 'ring', 'ring', 'ring'],
};

const dot = (x: number, y = 4.5, r = 3) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`;
const ring = (x: number) => dot(x, 4.5, 2.4);
const cross = (x: number) => `M${x - 2.2} 2.3l4.4 4.4M${x + 2.2} 2.3l-4.4 4.4`;
const diamond = (x: number) => `M${x} .9l3.6 3.6L${x} 8.1l-3.6-3.6z`;
const twoDots = (x: number) => dot(x, 2.2, 1.9) + dot(x, 6.8, 1.9);

interface Drawing {
  readonly filled: string;
  readonly lines: string;
}

function createDrawing({ state, alteration = null, isCallSeen = true, isEventSeen = true }: JourneyDotsProps): Drawing {
  const alteredIndex = alteration === null ? -1 : Math.max(0, Math.min(shapes[state].lastIndexOf('dot'), 2));
  const unseenSteps = [!isCallSeen, !isEventSeen];
  let filled = '';
  let lines = '';
  shapes[state].forEach((shape, index) => {
    const x = dotPositions[index] ?? 0;
    if (shape === 'dot' && unseenSteps[index] && index !== alteredIndex) return;
    if (index > 0 && shape === 'dot' && !unseenSteps[index - 1]) lines += `M${x - 6} 4.5h3`;
    if (index === alteredIndex && alteration === 'changed') lines += diamond(x);
    else if (index === alteredIndex) filled += twoDots(x);
    else if (shape === 'dot') filled += dot(x);
    else if (shape === 'ring') lines += ring(x);
    else if (shape === 'cross') lines += cross(x);
  });
  return { filled, lines };
}

const drawings = new Map<string, Drawing>();

/** Returns a cached drawing, because the list has few different drawings and one in every row. */
function cachedDrawing(props: JourneyDotsProps): Drawing {
  const key = Object.values(props).join();
  const cached = drawings.get(key) ?? createDrawing(props);
  drawings.set(key, cached);
  return cached;
}

interface JourneyDotsProps {
  readonly state: JourneyState;
  /** Diamond = changed, two small dots = duplicate. */
  readonly alteration?: Alteration | null;
  /** The first two dots are omitted if their steps were not observed. */
  readonly isCallSeen?: boolean;
  readonly isEventSeen?: boolean;
}

/**
 * The journey as four dots: called, emitted, sent, accepted.
 * Decorative because the state's label is beside it.
 */
export function JourneyDots(props: JourneyDotsProps) {
  const { filled, lines } = cachedDrawing(props);
  return (
    <svg class="journey-dots" viewBox="0 0 35 9" aria-hidden="true">
      <path class="fill" d={filled} />
      <path d={lines} />
    </svg>
  );
}
