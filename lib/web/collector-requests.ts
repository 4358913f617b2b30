import * as z from '#core/util/zod';
import type { Collector } from './collector-host';

/** Requests JSON of the collector that serves the page; `undefined` where it does not respond with it. */
export async function askCollector(path: string, method: 'GET' | 'POST' = 'GET'): Promise<unknown> {
  try {
    const response = await fetch(path, { method });
    return response.ok ? await response.json() : undefined;
  } catch {
    return undefined;
  }
}

const healthSchema = z.object({ version: z.string(), collector: z.string() });

/** Reads what the collector says of itself. Without it, the page shows its own address. */
export async function readCollector(): Promise<Collector> {
  const health = healthSchema.safeParse(await askCollector('/api/health')).data;
  return { version: health?.version ?? '', url: health?.collector ?? location.origin };
}
