import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { CollectedEvents } from '#core/collector/collected-events';
import { defaultBehavior } from '#core/collector/collector-response';
import { isRejectedTelemetry, readBatch } from '#core/collector/read-batch';
import { toRequestEnd } from '#core/collector/recorded-batch';
import { readRequestSource, splitRun } from '#core/collector/request-source';
import type { RequestEnd } from '#core/journey/record';
import {
  allowOrigin,
  type CollectorDeps,
  createResponder,
  type RespondToBatch,
  respondRejection,
  respondToPreflight,
} from './collector-listener';
import { copyBody } from './copy-body';
import type { PageInjection } from './page-injection';
import { dropBody } from './read-body';
import { respondUpstreamFailure } from './upstream-failures';
import { ownOrigin, type UpstreamOutcome, type UpstreamProxy } from './upstream-proxy';

/** The receiver of telemetry: the upstream, or the collector instead. */
export type TelemetryTarget =
  | { readonly type: 'upstream' }
  | { readonly type: 'collector'; readonly respond: RespondToBatch };

/**
 * Creates the listener of a reverse proxy to an upstream.
 * Forwards all requests without telemetry. Records telemetry while it is forwarded, or responds to it here. Treats an
 * unreadable, damaged or too large body that contains `eid` as telemetry, too.
 */
export function createUpstreamListener(
  events: Pick<CollectedEvents, 'add' | 'addRejected'>,
  proxy: UpstreamProxy,
  target: TelemetryTarget,
  injection: PageInjection | null,
  deps: CollectorDeps,
): RequestListener {
  const respondAccepted = createResponder(defaultBehavior, deps);

  const forward = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const rewrite = injection?.prepareNavigation(request, ownOrigin(request)) ?? null;
    const outcome = await proxy.forward(request, response, { rewrite });
    if (outcome.type !== 'failed' || response.destroyed) return;
    allowOrigin(request, response);
    if (request.method === 'OPTIONS') respondToPreflight(request, response);
    else respondUpstreamFailure(response, proxy.origin, outcome.failure);
  };

  const handlePost = async (request: IncomingMessage, response: ServerResponse, run: string): Promise<void> => {
    const at = deps.now();
    // The URL must equal the one that the hook of a page reports, which is absolute.
    const url = `${injection === null ? '' : ownOrigin(request)}${request.url}`;
    const source = readRequestSource(run, request.socket.remoteAddress ?? '', request.headers);
    const rewrite = injection?.prepareNavigation(request, ownOrigin(request)) ?? null;
    const copy = copyBody(request);
    const options = { body: copy.stream, rewrite };
    const forwarding = target.type === 'upstream' ? proxy.forward(request, response, options) : null;
    // If the upstream fails, the collector responds instead, and still has to read the rest of the body.
    void forwarding?.then(({ type }) => type === 'failed' && copy.stream.resume());
    const bytes = await copy.copied;
    const body = bytes.ok ? await readBatch(bytes.value, request.headers, deps.decompress) : null;
    if (target.type === 'collector' && body?.ok) {
      allowOrigin(request, response);
      const end = target.respond(response);
      events.add({ at, url, source, end, ...body.value });
      return;
    }
    const endOf = (outcome: UpstreamOutcome | null): RequestEnd =>
      toRequestEnd(outcome?.type === 'responded' ? outcome.status : null, deps.now() - at);
    if (body?.ok) {
      const end = events.add({ at, url, source, end: { status: 'open' }, ...body.value });
      const outcome = await forwarding;
      end(endOf(outcome));
      if (outcome?.type !== 'failed') return;
      allowOrigin(request, response);
      respondAccepted(response);
      return;
    }
    const isRejected =
      bytes.ok &&
      body !== null &&
      (await isRejectedTelemetry(body.failure, bytes.value, request.headers, deps.decompress));
    const rejectedRequest = isRejected
      ? { at, url, source, rejection: body.failure, bodyBytes: bytes.value.length }
      : null;
    if (target.type === 'collector' && rejectedRequest !== null) {
      await dropBody(request, copy.stream);
      allowOrigin(request, response);
      events.addRejected(respondRejection(response, rejectedRequest, deps.now));
      return;
    }
    const outcome = await (forwarding ?? proxy.forward(request, response, options));
    if (rejectedRequest !== null) events.addRejected({ ...rejectedRequest, end: endOf(outcome), responseText: '' });
    if (outcome.type !== 'failed') return;
    allowOrigin(request, response);
    respondUpstreamFailure(response, proxy.origin, outcome.failure);
  };

  return (request, response) => {
    const { run, path } = splitRun(request.url ?? '/');
    request.url = path;
    if (injection?.respond(request, response, ownOrigin(request))) return;
    const handling = request.method === 'POST' ? handlePost(request, response, run) : forward(request, response);
    handling.catch(() => response.destroy());
  };
}
