import type { IncomingMessage } from 'node:http';
import type { CollectedEvents } from '#core/collector/collected-events';
import { type CollectedPages, type CollectedPagesDeps, createCollectedPages } from '#core/collector/collected-pages';
import type { CollectorBehavior } from '#core/collector/collector-response';
import { splitRun } from '#core/collector/request-source';
import type { PageCommand } from '#core/wire/page-command';
import { type CollectorDeps, createResponder } from './collector-listener';
import { createCommandSockets } from './command-sockets';
import { FOREIGN_HOST } from './local-listener';
import type { ServerHandlers } from './local-server';
import { createPageInjection, type PageInjection } from './page-injection';
import { createUpstreamListener } from './upstream-listener';
import { createUpstreamProxy, ownOrigin } from './upstream-proxy';

interface ReverseProxyOptions {
  /** Origin of the upstream. */
  readonly origin: string;
  /** Whether the collector responds to telemetry itself, or forwards it. */
  readonly telemetry: 'local' | 'forwarded';
  /** How the collector responds to telemetry that is not forwarded. */
  readonly behavior: CollectorBehavior;
  /** The built script to inject into each page, or `null` for none. */
  readonly pageScript: string | null;
  /** Public host names that requests over http may use. */
  readonly allowedHosts?: ReadonlySet<string>;
}

/** Addresses, and names that no public DNS server resolves (RFC 6761, RFC 6762, RFC 8375). */
const LOCAL_HOST = /^(?:[\d.]+|\[.*\]|[^.]+|.*\.(?:localhost|local|test|internal|lan|home\.arpa))$/;

/** The pages with an injected hook, for a panel. */
export interface ConnectedPages extends Pick<CollectedPages, 'state' | 'onChange'> {
  /** Sends a command to a document. Returns false if the document is not connected. */
  sendCommand(documentId: string, command: PageCommand): boolean;
}

/** The handlers of a reverse proxy that records telemetry. */
export interface ReverseProxy extends ServerHandlers {
  /** `null` unless the hook is injected. */
  readonly pages: ConnectedPages | null;
  close(): Promise<void>;
}

/** Creates a reverse proxy to one server that records telemetry. */
export function createReverseProxy(
  events: CollectedEvents,
  { origin, telemetry, behavior, pageScript, allowedHosts }: ReverseProxyOptions,
  deps: CollectorDeps,
): ReverseProxy {
  const injectedPages =
    pageScript === null
      ? null
      : createInjectedPages(events, pageScript, { ...deps, upstream: telemetry === 'forwarded' ? origin : null });
  const proxy = createUpstreamProxy(origin, deps);
  const listener = createUpstreamListener(
    { add: injectedPages?.add ?? events.add, addRejected: events.addRejected },
    proxy,
    telemetry === 'local' ? { type: 'collector', respond: createResponder(behavior, deps) } : { type: 'upstream' },
    injectedPages?.injection ?? null,
    deps,
  );
  /**
   * Whether the page's host name may resolve to this machine for an attack (DNS rebinding).
   * The upstream can't detect the attack, because its requests have the host name of the upstream. Over https, the
   * certificate prevents the attack.
   */
  const isRebindable = (request: IncomingMessage): boolean => {
    const { protocol, hostname } = new URL(ownOrigin(request));
    return protocol === 'http:' && !LOCAL_HOST.test(hostname) && !allowedHosts?.has(hostname);
  };
  return {
    listener(request, response) {
      if (isRebindable(request)) response.writeHead(403).end(FOREIGN_HOST);
      else listener(request, response);
    },
    onWebSocket(request, socket, head) {
      if (isRebindable(request)) return void socket.end('HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\n\r\n');
      request.url = splitRun(request.url ?? '/').path;
      if (injectedPages?.injection.acceptSocket(request, socket, head, ownOrigin(request))) return;
      proxy.forwardUpgrade(request, socket, head);
    },
    pages: injectedPages?.pages ?? null,
    async close() {
      injectedPages?.closeSockets();
      await proxy.close();
      await injectedPages?.release();
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

function createInjectedPages(events: CollectedEvents, pageScript: string, deps: CollectedPagesDeps): InjectedPages {
  const { receive, connect, state, onChange, add, release } = createCollectedPages(events, deps);
  const sockets = createCommandSockets(connect);
  return {
    injection: createPageInjection(pageScript, { onReports: receive, commandSockets: sockets }),
    pages: { state, onChange, sendCommand: (documentId, command) => sockets.send(documentId, JSON.stringify(command)) },
    closeSockets: sockets.close,
    add,
    release,
  };
}
