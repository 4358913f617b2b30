import type { RequestEnd, Transport } from './record';

/** A request with telemetry, as one of its two observers saw it. */
export interface SeenRequest {
  readonly id: string;
  readonly via: Transport;
  readonly url: string;
  readonly method: string;
  readonly at: number;
  readonly end: RequestEnd;
  readonly bodyBytes: number;
  /** Tells equal bodies from different ones. */
  readonly bodyKey: string;
}

/** How far the clocks of the page and of DevTools may differ for one request, in milliseconds. */
const SAME_MOMENT_MS = 10_000;

export interface RequestBook {
  /** Notes a request that the page's hook reported. */
  note(request: SeenRequest): void;
  /** The page's request that DevTools now tells of, each only once; null where only DevTools saw it. */
  pairOf(request: SeenRequest): string | null;
  clear(): void;
}

/**
 * Brings the two views of a request together. The hook sees what is sent while a page goes away, DevTools sees status,
 * time and answer; they agree in method, address and body, and nearly in time.
 */
export function createRequestBook(): RequestBook {
  const unpaired = new Map<string, SeenRequest[]>();
  const keyOf = ({ method, url, bodyKey }: SeenRequest): string => `${method} ${url} ${bodyKey}`;
  return {
    note(request) {
      const key = keyOf(request);
      unpaired.set(key, [...(unpaired.get(key) ?? []), request]);
    },
    pairOf(request) {
      const key = keyOf(request);
      const candidates = unpaired.get(key) ?? [];
      const distance = (other: SeenRequest): number => Math.abs(other.at - request.at);
      const near = candidates.filter((other) => distance(other) <= SAME_MOMENT_MS);
      const [nearest] = near.sort((one, other) => distance(one) - distance(other));
      if (!nearest) return null;
      const rest = candidates.filter((other) => other !== nearest);
      if (rest.length > 0) unpaired.set(key, rest);
      else unpaired.delete(key);
      return nearest.id;
    },
    clear: () => unpaired.clear(),
  };
}
