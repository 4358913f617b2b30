import type { SourceFile } from '#core/formats/read/read-file';
import { fail, succeed } from '#core/util/result';
import * as z from '#core/util/zod';
import type { DocumentOrder } from '#core/wire/page-order';
import {
  type CollectorOutcome,
  type CollectorPost,
  collectorFailureSchema,
  collectorResponseSchema,
} from '#panel/firing/collector-post';
import type { OwnCollector } from '#panel/panel-host';

/** What a collector says of itself. */
export interface Collector extends OwnCollector {
  readonly version: string;
  /** That of the project; empty where the collector names none. */
  readonly homepage: string;
  /** Names of the files that are shown in the place of what a collector receives; `null` for a collector. */
  readonly files: readonly string[] | null;
}

/** Requests JSON of the collector that serves the page; `undefined` where it does not respond with it. */
export async function askCollector(
  path: string,
  method: 'GET' | 'POST' = 'GET',
  body: object | null = null,
  signal: AbortSignal | null = null,
): Promise<unknown> {
  const sent = body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  try {
    const response = await fetch(path, { method, signal, ...sent });
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

const outcomeSchema = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), value: collectorResponseSchema }),
  z.object({ ok: z.literal(false), failure: collectorFailureSchema }),
]);

/** Posts to the collector, through the server of the page: the page itself can read no response of another port. */
export async function postToOwnCollector(
  { url, headers, body }: CollectorPost,
  cancelled: AbortSignal,
): Promise<CollectorOutcome> {
  const reply = await askCollector('/api/post', 'POST', { url, headers, body }, cancelled);
  const { host } = new URL(url);
  if (cancelled.aborted) return fail({ reason: 'cancelled', detail: host });
  const outcome = outcomeSchema.safeParse(reply).data;
  if (outcome === undefined) return fail({ reason: 'unreachable', detail: host });
  return outcome.ok ? succeed(outcome.value) : fail(outcome.failure);
}

const healthSchema = z.object({
  version: z.string(),
  homepage: z.optional(z.string()),
  collector: z.optional(z.string()),
  upstream: z.optional(z.nullable(z.string())),
  files: z.optional(z.array(z.string())),
});

/** Reads what the collector says of itself. Without it, the page shows its own address. */
export async function readCollector(): Promise<Collector> {
  const health = healthSchema.safeParse(await askCollector('/api/health')).data;
  return {
    version: health?.version ?? '',
    homepage: health?.homepage ?? '',
    url: health?.collector ?? location.origin,
    upstream: health?.upstream ?? null,
    files: health?.files ?? null,
  };
}

/** The files that the server shows, as those that a user imports. */
export function toSourceFiles(names: readonly string[]): readonly SourceFile[] {
  return names.map((name, index) => ({ name, size: 0, stream: () => readStream(`/api/files/${index}`) }));
}

function readStream(path: string): ReadableStream<Uint8Array> {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const read = async (): Promise<void> => {
    const { ok, body, status } = await fetch(path);
    if (!ok || body === null) throw new Error(`The server responded with ${status}.`);
    await body.pipeTo(writable);
  };
  read().catch((error) => writable.abort(error).catch(() => undefined));
  return readable;
}
