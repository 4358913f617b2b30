import type { CollectedEvents } from '#core/collector/collected-events';
import { type CollectedPages, type CollectedPagesDeps, createCollectedPages } from '#core/collector/collected-pages';
import type { CollectorBehavior } from '#core/collector/collector-response';
import { splitRun } from '#core/collector/request-source';
import type { PageCommand } from '#core/wire/page-command';
import { type CollectorDeps, createResponder } from './collector-listener';
import { createCommandSockets } from './command-sockets';
import type { ServerHandlers } from './local-server';
import { createPageInjection, type PageInjection } from './page-injection';
import { createUpstreamListener } from './upstream-listener';
import { createUpstreamProxy, ownOrigin } from './upstream-proxy';

interface FrontOptions {
  /** Origin of the upstream. */
  readonly origin: string;
  /** Whether the collector responds to telemetry itself instead of forwarding it. */
  readonly isKeeping: boolean;
  /** How the collector responds to telemetry that is not forwarded. */
  readonly behavior: CollectorBehavior;
  /** The built script to inject into each page, or `null` for none. */
  readonly pageScript: string | null;
}

/** The pages with an injected hook, for a panel. */
export interface ConnectedPages extends Pick<CollectedPages, 'state' | 'onChange'> {
  /** Sends a command to a document. Returns false if the document is not connected. */
  sendCommand(documentId: string, command: PageCommand): boolean;
}

/** The handlers of a collector in front of a server. */
export interface UpstreamFront extends ServerHandlers {
  /** `null` unless the hook is injected. */
  readonly pages: ConnectedPages | null;
  close(): Promise<void>;
}

/** Creates the handlers of a collector in front of a server. */
export function createUpstreamFront(
  events: CollectedEvents,
  { origin, isKeeping, behavior, pageScript }: FrontOptions,
  deps: CollectorDeps,
): UpstreamFront {
  const injected =
    pageScript === null ? null : injectPages(events, pageScript, { ...deps, upstream: isKeeping ? null : origin });
  const proxy = createUpstreamProxy(origin, deps);
  const listener = createUpstreamListener(
    { add: injected?.add ?? events.add, refuse: events.refuse },
    proxy,
    isKeeping ? { type: 'collector', respond: createResponder(behavior, deps) } : { type: 'upstream' },
    injected?.injection ?? null,
    deps,
  );
  return {
    listener,
    onWebSocket(request, socket, head) {
      request.url = splitRun(request.url ?? '/').path;
      if (injected?.injection.takeSocket(request, socket, head, ownOrigin(request))) return;
      proxy.passUpgrade(request, socket, head);
    },
    pages: injected?.pages ?? null,
    async close() {
      injected?.closeSockets();
      await proxy.close();
      await injected?.release();
    },
  };
}

/** The injected hook, and the pages through which a panel sends commands to it. */
interface InjectedPages {
  readonly injection: PageInjection;
  readonly pages: ConnectedPages;
  readonly closeSockets: () => void;
  readonly add: CollectedPages['add'];
  readonly release: CollectedPages['release'];
}

function injectPages(events: CollectedEvents, pageScript: string, deps: CollectedPagesDeps): InjectedPages {
  const { receive, connect, state, onChange, add, release } = createCollectedPages(events, deps);
  const sockets = createCommandSockets(connect);
  return {
    injection: createPageInjection(pageScript, { onReports: receive, commandSockets: sockets }),
    pages: { state, onChange, sendCommand: (documentId, command) => sockets.send(documentId, JSON.stringify(command)) },
    closeSockets: sockets.close,
    ...{ add, release },
  };
}
