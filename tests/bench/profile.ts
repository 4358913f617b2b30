import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CDPSession } from 'playwright';

interface Profiling {
  readonly session: CDPSession;
  readonly bench: { readonly profiles: string | null; readonly log: (line: string) => void };
}

/**
 * Runs a measure.
 * If profiles are requested, also writes a CPU profile of the panel, which DevTools can open.
 */
export async function withProfile<Value>(
  { session, bench }: Profiling,
  name: string,
  run: () => Promise<Value>,
): Promise<Value> {
  if (bench.profiles === null) return run();
  await session.send('Profiler.enable');
  await session.send('Profiler.setSamplingInterval', { interval: 500 });
  await session.send('Profiler.start');
  const value = await run();
  const { profile } = await session.send('Profiler.stop');
  const file = join(bench.profiles, `${name}.cpuprofile`);
  writeFileSync(file, JSON.stringify(profile));
  bench.log(`${name}: profile in ${file}; a profiled measure is slower than a plain one.`);
  return value;
}
