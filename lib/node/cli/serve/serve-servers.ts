import { networkInterfaces } from 'node:os';
import { setImmediate as yieldTask } from 'node:timers/promises';
import type { CollectedEvents } from '#core/collector/collected-events';
import { fail, type Result, succeed } from '#core/util/result';
import { createApiListener } from '../../collector/api/api-listener';
import type { Recording } from '../../collector/batch-recording';
import type { ToItem } from '../../collector/collected-item';
import { createCollectorListener } from '../../collector/collector-listener';
import type { CollectorJudge } from '../../collector/judge-config';
import { createPageToken } from '../../collector/local-listener';
import type { Certificate, ServerHandlers } from '../../collector/local-server';
import { createPageFiles } from '../../collector/page-files';
import type { ConnectedPages } from '../../collector/reverse-proxy';
import { setTimer } from '../../timers';
import type { CliDeps } from '../cli-deps';
import { decompress } from '../input/body-deps';
import { fileFailure } from '../read-failure';
import { DEFAULT_PORT, DEFAULT_UI_PORT, LOOPBACK, type ServeOptions } from './serve-options';
import { startListening, toUrl } from './server-start';

/** The objects that store, judge and record the events of the servers. */
interface Collection {
  readonly judge: CollectorJudge;
  readonly toItem: ToItem;
  readonly events: CollectedEvents;
  readonly recording: Recording | null;
}

export interface Servers {
  /** The URLs of the collector. The first one is for this machine. */
  readonly urls: readonly [string, ...string[]];
  /** The URL of the REST interface, without a slash at the end. */
  readonly api: string;
  /** The URLs of the panel page for other devices, with the token. Empty if only this machine has access. */
  readonly pages: readonly string[];
  stop(): Promise<void>;
}

/** Starts the collector and the REST interface. Fails with a sentence. */
export async function startServers(
  { events, recording, judge, toItem }: Collection,
  { behavior, host, port, uiHost, uiPort, allowedHosts, run, upstream, certificate: files }: ServeOptions,
  deps: CliDeps,
): Promise<Result<Servers, string>> {
  const { now, clock, pageFolder } = deps;
  // Several jobs can run on one machine at the same time, so fixed ports would collide.
  const usesFreePort = run !== null || port === 0;
  const certificate = files === null ? null : await readCertificate(files, deps.readText);
  if (certificate?.ok === false) return certificate;
  const portHandlers = await createPortHandlers(
    recording === null ? events : withRecording(events, recording),
    { behavior, upstream, allowedHosts },
    deps,
  );
  if (!portHandlers.ok) return portHandlers;
  const handlers =
    certificate === null ? portHandlers.value : { ...portHandlers.value, certificate: certificate.value };
  const collector = await startListening(handlers, {
    name: 'port',
    host,
    port: port ?? (usesFreePort ? 0 : DEFAULT_PORT),
  });
  if (!collector.ok) return collector;
  const urls = listUrls(certificate === null ? 'http' : 'https', host, collector.value.port);
  const token = isOpenToOthers(uiHost) ? createPageToken() : null;
  const uiHosts = token === null ? [] : listUrls('http', uiHost, 0).map((url) => new URL(url).hostname);
  const apiListener = createApiListener({
    events,
    judge,
    toItem,
    token,
    now,
    clock,
    setTimer,
    yieldTask,
    allowedHosts: new Set([...allowedHosts, ...uiHosts]),
    pages: portHandlers.value.pages,
    collectorUrls: urls,
    upstream,
    findPageFile: createPageFiles(pageFolder),
  });
  const api = await startListening(
    { listener: apiListener },
    {
      name: 'ui-port',
      host: uiHost,
      port: uiPort ?? (usesFreePort ? 0 : DEFAULT_UI_PORT),
    },
  );
  if (!api.ok) {
    await collector.value.stop();
    return api;
  }
  const stop = async (): Promise<void> => {
    const collectorStop = collector.value.stop();
    await portHandlers.value.close();
    await collectorStop;
    await api.value.abort();
  };
  const [localUrl, ...otherUrls] = listUrls('http', uiHost, api.value.port);
  const pages = token === null ? [] : [localUrl, ...otherUrls].map((url) => `${url}/?token=${token}`);
  return succeed({ urls, api: localUrl, pages, stop });
}

/** Returns a collection that also records each request. */
function withRecording(events: CollectedEvents, recording: Recording): CollectedEvents {
  return {
    ...events,
    add(batch) {
      const endRecorded = recording.add(batch);
      const endCollected = events.add(batch);
      return (end, pageAt) => {
        endRecorded(end);
        endCollected(end, pageAt);
      };
    },
    addRejected(request) {
      recording.addRejected(request);
      events.addRejected(request);
    },
  };
}

/** Reads a certificate and its key. Fails with a sentence. */
async function readCertificate(
  files: { readonly cert: string; readonly key: string },
  readText: CliDeps['readText'],
): Promise<Result<Certificate, string>> {
  const texts: string[] = [];
  for (const file of [files.cert, files.key]) {
    try {
      texts.push(await readText(file));
    } catch (error) {
      return fail(`Couldn't read ${file}: ${fileFailure(error)}.`);
    }
  }
  const [cert = '', key = ''] = texts;
  return succeed({ cert, key });
}

/** The handlers of the collector's port: a collector, or a reverse proxy to an upstream. */
interface PortHandlers extends ServerHandlers {
  readonly pages: ConnectedPages | null;
  /** Closes connections to the upstream. */
  close(): Promise<void>;
}

/** Creates the collector, or the proxy, whose code is imported on demand. Fails with a sentence. */
async function createPortHandlers(
  events: CollectedEvents,
  { behavior, upstream, allowedHosts }: Pick<ServeOptions, 'behavior' | 'upstream' | 'allowedHosts'>,
  { now, readPageScript }: Pick<CliDeps, 'now' | 'readPageScript'>,
): Promise<Result<PortHandlers, string>> {
  const deps = { decompress, now, random: Math.random, setTimer };
  if (upstream === null) {
    const listener = createCollectorListener(events, behavior, deps);
    return succeed({ listener, pages: null, close: async () => {} });
  }
  const pageScript = upstream.isInjecting ? await readPageScript() : succeed(null);
  if (!pageScript.ok) return pageScript;
  const { createReverseProxy } = await import('../../collector/reverse-proxy');
  return succeed(
    createReverseProxy(events, { ...upstream, behavior, pageScript: pageScript.value, allowedHosts }, deps),
  );
}

/** Whether a server with this host accepts connections of other devices. */
export function isOpenToOthers(host: string): boolean {
  return !['127.0.0.1', '::1', '[::1]', 'localhost'].includes(host);
}

/** Returns the URLs of a server. A host of 0.0.0.0 or :: gives one URL for each address of the machine. */
function listUrls(scheme: 'http' | 'https', host: string, port: number): Servers['urls'] {
  if (host !== '0.0.0.0' && host !== '::') return [toUrl(scheme, host, port)];
  const addresses = Object.values(networkInterfaces()).flatMap((interfaceAddresses) => interfaceAddresses ?? []);
  const externalAddresses = addresses
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => address);
  return [toUrl(scheme, LOOPBACK, port), ...externalAddresses.map((address) => toUrl(scheme, address, port))];
}
