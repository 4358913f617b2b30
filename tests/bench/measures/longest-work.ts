import type { BrowserContext } from 'playwright';
import * as z from '#core/util/zod';
import { roundTo } from '../measurements';

const turnSchema = z.object({
  name: z.literal('FunctionCall'),
  /** CPU time of the thread, in microseconds. */
  tts: z.number(),
  args: z.object({ data: z.object({ functionName: z.literal('turn') }) }),
});
const traceSchema = z.object({ traceEvents: z.array(z.unknown()) });

/**
 * Measures the longest CPU time between two turns of the panel's event loop, in milliseconds.
 * Unlike the longest stall, this time excludes other processes of the machine. `run` must start the probe's measuring
 * of stalls, because the trace shows turns only as calls of the probe's function `turn`.
 */
export async function measureLongestWork<Value>(
  context: BrowserContext,
  run: () => Promise<Value>,
): Promise<{ readonly value: Value; readonly longestWorkMs: number }> {
  const browser = context.browser();
  if (browser === null) throw new Error('The browser cannot be traced.');
  await browser.startTracing(undefined, { categories: ['devtools.timeline'] });
  const value = await run();
  const trace = await browser.stopTracing();
  return { value, longestWorkMs: roundTo(longestWorkMs(JSON.parse(trace.toString('utf8')))) };
}

/**
 * Returns the longest thread time between two calls of the probe's `turn`.
 * Only the panel has this function.
 */
export function longestWorkMs(trace: unknown): number {
  const turns = traceSchema.parse(trace).traceEvents.flatMap((event) => turnSchema.safeParse(event).data ?? []);
  if (turns.length < 2) throw new Error('The trace has no turns of the panel.');
  const times = turns.map(({ tts }) => tts).sort((one, other) => one - other);
  return Math.max(...times.slice(1).map((time, index) => time - (times[index] ?? time))) / 1000;
}
