import type { SourceFile } from '#core/formats/read/read-file';
import { fail, succeed } from '#core/util/result';
import * as z from '#core/util/zod';
import type { DocumentCommand } from '#core/wire/page-command';
import {
  type CollectorOutcome,
  type CollectorPost,
  collectorFailureSchema,
  collectorResponseSchema,
} from '#panel/firing/collector-post';
import type { OwnCollector } from '#panel/panel-host';

/** Information that a collector reports about itself. */
export interface Collector extends OwnCollector {
  readonly version: string;
  /** Home page of the project. Empty if the collector reports none. */
  readonly homepage: string;
  /** Names of the files that `telemetry-v3 show` shows, or `null` for a collector. */
  readonly files: readonly string[] | null;
}

/** Requests JSON from the collector that serves the page. Returns `undefined` if the request fails. */
export async function askCollector(
  path: string,
  method: 'GET' | 'POST' = 'GET',
  body: object | null = null,
  signal: AbortSignal | null = null,
): Promise<unknown> {
  const payload = body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  try {
    const response = await fetch(path, { method, signal, ...payload });
    return response.ok ? await response.json() : undefined;
  } catch {
    return undefined;
  }
}

const deliverySchema = z.object({ isDelivered: z.boolean() });

/** Sends a command to a document through the collector. Resolves to whether the document is connected. */
export async function sendCommand(command: DocumentCommand, ask: typeof askCollector = askCollector): Promise<boolean> {
  return deliverySchema.safeParse(await ask('/api/commands', 'POST', command)).data?.isDelivered ?? false;
}

const outcomeSchema = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), value: collectorResponseSchema }),
  z.object({ ok: z.literal(false), failure: collectorFailureSchema }),
]);

/** Posts to the collector through the page's server. The page cannot read responses of another port. */
export async function postToOwnCollector(
  { url, headers, body }: CollectorPost,
  signal: AbortSignal,
): Promise<CollectorOutcome> {
  const reply = await askCollector('/api/post', 'POST', { url, headers, body }, signal);
  const { host } = new URL(url);
  if (signal.aborted) return fail({ reason: 'cancelled', detail: host });
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

/**
 * Reads the collector's information.
 * If that fails, uses the origin of the page as the collector's URL.
 */
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

/** Converts names of the server's files to sources, like files that a user imports. */
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
