import type { JourneyState } from '../../lib/journey/state';

/** What the four dots can tell: a journey's state, or what became of an event on its way. */
export type PipsState = JourneyState | 'changed';

const dot = (x: number) => `M${x - 3} 4.5a3 3 0 1 0 6 0a3 3 0 1 0 -6 0`;
const ring = (x: number) => `M${x - 2.4} 4.5a2.4 2.4 0 1 0 4.8 0a2.4 2.4 0 1 0 -4.8 0`;
const cross = (x: number) => `M${x - 2.2} 2.3l4.4 4.4M${x + 2.2} 2.3l-4.4 4.4`;
const [called, emitted, sent, answered] = [4, 13, 22, 31];

interface Drawing {
  readonly filled: string;
  readonly lines: string;
}

/** Reached = filled, open = ring, × = ended there, diamond = changed on the way. */
const drawings: Readonly<Record<PipsState, Drawing>> = {
  called: { filled: dot(called), lines: `${ring(emitted)}${ring(sent)}${ring(answered)}` },
  threw: { filled: dot(called), lines: cross(emitted) },
  dropped: { filled: dot(called), lines: cross(emitted) },
  waiting: { filled: dot(called) + dot(emitted), lines: `M7 4.5h3${ring(sent)}${ring(answered)}` },
  sent: { filled: dot(called) + dot(emitted) + dot(sent), lines: `M7 4.5h3M16 4.5h3${ring(answered)}` },
  answered: { filled: dot(called) + dot(emitted) + dot(sent) + dot(answered), lines: 'M7 4.5h3M16 4.5h3M25 4.5h3' },
  refused: { filled: dot(called) + dot(emitted) + dot(sent), lines: `M7 4.5h3M16 4.5h3M25 4.5h2${cross(answered)}` },
  failed: { filled: dot(called) + dot(emitted) + dot(sent), lines: `M7 4.5h3M16 4.5h3${cross(29)}` },
  lost: { filled: dot(called) + dot(emitted), lines: `M7 4.5h3${cross(sent)}` },
  changed: {
    filled: dot(called) + dot(emitted) + dot(answered),
    lines: 'M7 4.5h3M16 4.5h2.5M25.5 4.5h2.5M22 .9l3.6 3.6L22 8.1l-3.6-3.6z',
  },
};

/** The journey in four dots: called, emitted, sent, answered. Decoration: the word stands beside it. */
export function Pips({ state }: { state: PipsState }) {
  const { filled, lines } = drawings[state];
  return (
    <svg class="pips" viewBox="0 0 35 9" aria-hidden="true">
      <path class="fill" d={filled} />
      <path d={lines} />
    </svg>
  );
}
