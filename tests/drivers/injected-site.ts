import { createCollectedEvents } from '#core/collector/collected-events';
import { defaultBehavior } from '#core/collector/collector-response';
import { journeyState } from '#core/journey/journey-state';
import { valueAt } from '#core/json/json';
import { createDefaultJudge } from '#core/stream/default-judge';
import { startLocalServer } from '#demo/local-server';
import { decompress } from '#node/cli/input/body-deps';
import { startServer } from '#node/collector/local-server';
import { type ConnectedPages, createReverseProxy } from '#node/collector/reverse-proxy';
import { setTimer } from '#node/timers';
import { findScript } from '#tests/e2e/pages/page-files';
import { type PlayOptions, playPage, playUrlOf } from '#tests/e2e/pages/play-page';

/** A site with a real SDK behind a collector, which injects the hook into the pages. */
export interface InjectedSite {
  readonly url: string;
  readonly pages: ConnectedPages;
  /** Lists the events with their mark, state, whether the call is known, and number of requests. */
  listEvents(): readonly (readonly [mark: string, state: string, isCalled: boolean, requests: number])[];
  clear(): void;
  stop(): Promise<void>;
}

/** Starts a site and its collector on free ports. */
export async function startInjectedSite(pageScript: string): Promise<InjectedSite> {
  let ownUrl = '';
  const site = await startLocalServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', ownUrl);
    const send = (type: string, body: string): void => void response.writeHead(200, { 'content-type': type }).end(body);
    request.resume();
    if (pathname === '/play/') {
      const options = JSON.parse(searchParams.get('options') ?? '{}') as PlayOptions;
      send('text/html; charset=utf-8', playPage(options, { own: ownUrl, other: ownUrl, collectorUrl: ownUrl }));
    } else if (pathname === '/v1/telemetry') send('application/json', '{"responseCode":"SUCCESS"}');
    else if (pathname === '/empty/') send('text/html', '<!doctype html><title>Empty</title>');
    else
      void findScript(pathname).then((script) =>
        script === null ? response.writeHead(404).end() : send('text/javascript; charset=utf-8', script),
      );
  });
  const events = createCollectedEvents(createDefaultJudge());
  const proxy = createReverseProxy(
    events,
    { origin: site.url, telemetry: 'forwarded', behavior: defaultBehavior, pageScript },
    { decompress, now: Date.now, random: Math.random, setTimer },
  );
  const started = await startServer(proxy, '127.0.0.1', 0);
  if (!started.ok || proxy.pages === null) throw new Error('The collector was not started.');
  ownUrl = `http://127.0.0.1:${started.value.port}`;
  return {
    url: ownUrl,
    pages: proxy.pages,
    listEvents: () =>
      [...events.all()].map(({ record }) => {
        const { call, event, requests } = record;
        const mark = event === null ? valueAt(call?.args[0] ?? null, ['id']) : valueAt(event.json, ['edata', 'id']);
        return [`${mark}`, journeyState(record), call !== null, requests.length];
      }),
    clear: () => events.clear(),
    async stop() {
      const stopped = started.value.abort();
      await proxy.close();
      await stopped;
      await site.stop();
    },
  };
}

/** The functions of a browser that {@link playTransportCase} needs. */
export interface TransportCaseBrowser {
  readonly goto: (url: string) => Promise<unknown>;
  readonly evaluate: (expression: string) => Promise<unknown>;
  /** Repeats the check until it no longer throws. */
  readonly until: (check: () => Promise<void>) => Promise<void>;
}

/** SDKs that send by their own requests or by fetch from an open page, or by beacons as the page unloads. */
export const transportCases = [
  ...(['0.0.29', '1.3.0', '2.0.1'] as const).map((sdk) => ({ sdk, transport: 'own' }) as const),
  ...(['1.3.0', '2.0.1'] as const).map((sdk) => ({ sdk, transport: 'keepalive' }) as const),
  ...(['1.3.0', '2.0.1'] as const).map(
    (sdk) => ({ sdk, transport: 'beacon-text', leaving: { on: 'pagehide', calls: 2 } }) as const,
  ),
];
export type TransportCase = (typeof transportCases)[number];

/** Returns the title of a case. */
export function formatTransportCase({ sdk, transport, ...rest }: TransportCase): string {
  const means = { own: 'by the SDK’s own requests', keepalive: 'by fetch', 'beacon-text': 'by beacons' } as const;
  return `SDK ${sdk} ${means[transport]}${'leaving' in rest ? ' as the page unloads' : ''}`;
}

/** Makes the calls of a case in a page. Returns the events that the collector should list. */
export async function playTransportCase(
  site: InjectedSite,
  transportCase: TransportCase,
  { goto, evaluate, until }: TransportCaseBrowser,
): Promise<ReturnType<InjectedSite['listEvents']>> {
  const marks = 'leaving' in transportCase ? ['leave-1', 'leave-2'] : ['call-1', 'call-2'];
  await goto(playUrlOf(site.url, { ...transportCase, batch: 'leaving' in transportCase ? 20 : 1 }));
  await until(async () => {
    if ((await evaluate('typeof player')) !== 'object') throw new Error('There is no player.');
  });
  if ('leaving' in transportCase) await goto(`${site.url}/empty/`);
  else await evaluate("void player.calls('call', 2)");
  return marks.map((mark) => [mark, 'accepted', true, 1]);
}
