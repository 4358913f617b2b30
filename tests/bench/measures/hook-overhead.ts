import type { Page } from 'playwright';
import { type Figures, percentile, rounded } from '../figures';

const TURNS = 6;
const ROUNDS = 20;
const CALLS = 200;

/**
 * What a call costs the page with the hook and without it, in turns, so that a busy machine slows down both. The
 * quickest quarter counts: what is slower was disturbed by something else.
 */
export async function measureHookOverhead(watched: Page, unwatched: Page): Promise<Figures['hookOverhead']> {
  const costs = { watched: [] as number[], unwatched: [] as number[] };
  for (let turn = 0; turn <= TURNS; turn += 1) {
    const run = (page: Page) => page.evaluate<number[]>(`bench.rounds(${ROUNDS}, ${CALLS})`);
    const [without, withHook] = [await run(unwatched), await run(watched)];
    // The first turn is for the engine to warm up.
    if (turn === 0) continue;
    costs.unwatched.push(...without);
    costs.watched.push(...withHook);
  }
  const own = percentile(costs.unwatched, 0.25);
  const added = Math.max(0, percentile(costs.watched, 0.25) - own);
  return { microsecondsPerCall: rounded(added, 2), shareOfSdkCall: rounded(added / own, 4) };
}
