/** A part of the strip, in shares from 0 to 1. */
interface Part {
  readonly start: number;
  readonly end: number;
}

const STEP = 0.02;
const FIRST_WIDTH = 0.1;

/** What a key makes of the stretch of time that is asked for; null for a key that says nothing of it. */
export function rangeAfterKey(part: Part | null, key: string, extend: boolean): Part | null {
  const by = key === 'ArrowRight' ? STEP : -STEP;
  if (key === 'Home') return { start: 0, end: part && !extend ? part.end - part.start : (part?.end ?? FIRST_WIDTH) };
  if (key === 'End')
    return { start: part && !extend ? 1 - (part.end - part.start) : (part?.start ?? 1 - FIRST_WIDTH), end: 1 };
  if (key !== 'ArrowRight' && key !== 'ArrowLeft') return null;
  if (!part) return { start: 1 - FIRST_WIDTH, end: 1 };
  if (extend) return { start: part.start, end: Math.min(1, Math.max(part.start + STEP, part.end + by)) };
  const moved = Math.min(1 - part.end, Math.max(-part.start, by));
  return { start: part.start + moved, end: part.end + moved };
}
