import * as z from '#core/util/zod';
import type { DocumentOrder } from '#core/wire/page-order';

/** What a collector says of itself. */
export interface Collector {
  readonly version: string;
  /** The URL that telemetry is sent to. */
  readonly url: string;
}

/** Requests JSON of the collector that serves the page; `undefined` where it does not respond with it. */
export async function askCollector(
  path: string,
  method: 'GET' | 'POST' = 'GET',
  body: object | null = null,
): Promise<unknown> {
  const sent = body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  try {
    const response = await fetch(path, { method, ...sent });
    return response.ok ? await response.json() : undefined;
  } catch {
    return undefined;
  }
}

const orderedSchema = z.object({ isDelivered: z.boolean() });

/** Passes an order to a document. Resolves with whether the document is there. */
export async function orderDocument(order: DocumentOrder, ask: typeof askCollector = askCollector): Promise<boolean> {
  return orderedSchema.safeParse(await ask('/api/orders', 'POST', order)).data?.isDelivered ?? false;
}

const healthSchema = z.object({ version: z.string(), collector: z.string() });

/** Reads what the collector says of itself. Without it, the page shows its own address. */
export async function readCollector(): Promise<Collector> {
  const health = healthSchema.safeParse(await askCollector('/api/health')).data;
  return { version: health?.version ?? '', url: health?.collector ?? location.origin };
}
