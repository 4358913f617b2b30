import type { CollectedEvents } from '#core/collector/collected-events';
import { createCollectedPages } from '#core/collector/collected-pages';
import type { CollectorBehavior } from '#core/collector/collector-response';
import { splitRun } from '#core/collector/request-source';
import type { After } from '#core/util/scheduler';
import { type CollectorDeps, createBatchTaker } from './collector-listener';
import type { ServerHandlers } from './local-server';
import { createPageInjection } from './page-injection';
import { createUpstreamListener } from './upstream-listener';
import { createUpstreamProxy } from './upstream-proxy';

interface FrontOptions {
  /** Origin of the upstream. */
  readonly origin: string;
  /** Whether telemetry stays here. */
  readonly isKeeping: boolean;
  /** How the collector behaves to telemetry that stays. */
  readonly behavior: CollectorBehavior;
  /** The built script of watched pages, with which the hook stands in each page; `null` for none. */
  readonly pageScript: string | null;
}

/** Creates the handlers of a collector that stands in front of a server. */
export function createUpstreamFront(
  events: CollectedEvents,
  { origin, isKeeping, behavior, pageScript }: FrontOptions,
  deps: CollectorDeps & { readonly after: After },
): ServerHandlers & { close(): Promise<void> } {
  const proxy = createUpstreamProxy(origin, deps);
  const takeBatch = createBatchTaker(events, behavior, deps);
  const listener = createUpstreamListener(
    events,
    proxy,
    isKeeping ? { type: 'collector', takeBatch } : { type: 'upstream' },
    pageScript === null ? null : createPageInjection(pageScript, createCollectedPages(events, deps).receive),
    deps,
  );
  return {
    listener,
    onWebSocket(request, socket, head) {
      request.url = splitRun(request.url ?? '/').path;
      proxy.passUpgrade(request, socket, head);
    },
    close: proxy.close,
  };
}
