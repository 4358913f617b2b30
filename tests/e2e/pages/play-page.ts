import type { JsonObject } from '#core/json/json';

/** The SDKs as their packages ship them; `esm` is 2.0.1 as a bundler of a site takes it. */
export type Sdk = '0.0.29' | '1.3.0' | '2.0.1' | '2.0.1 esm';

/** How the events leave: by the SDK itself, or by a dispatcher of the page's own. */
export type PlayTransport =
  | 'own'
  | 'sync-xhr'
  | 'keepalive'
  | 'beacon-text'
  | 'beacon-blob'
  | 'beacon-json'
  | 'form'
  | 'bytes'
  | 'gzip'
  | 'gzip-blob'
  | 'gzip-beacon';

/** What a page does when it goes away: so many calls, and then the rest of its queue. */
interface Leaving {
  readonly on: 'pagehide' | 'visibilitychange' | 'unload';
  readonly calls: number;
  /** So long its listener goes on when all is sent, in milliseconds. */
  readonly busyMs?: number;
}

/** All that makes one page differ from the next. It is part of the page's URL. */
export interface PlayOptions {
  readonly sdk: Sdk;
  readonly transport: PlayTransport;
  readonly batch: number;
  /** Over what is the same in all pages; a name given as null is omitted. */
  readonly config?: JsonObject;
  readonly leaving?: Leaving;
  /** So many calls while the page is prerendered, and as many when it is shown. */
  readonly prerendered?: number;
  /** Characters that each call is longer. */
  readonly padding?: number;
  /** Only on request: an SDK that loads late. */
  readonly isLate?: boolean;
  /** `script-src 'self'`: no eval. */
  readonly isStrict?: boolean;
  /** Includes the SDK's script once more. */
  readonly isTwice?: boolean;
  /** The page stands in a frame of this kind. */
  readonly around?: FrameKind;
}

const frameKinds = [
  'same-origin',
  'cross-site',
  'about:blank',
  'written',
  'srcdoc',
  'blob',
  'javascript',
  'sandboxed',
  'sandboxed-srcdoc',
  'data',
  'later',
] as const;
export type FrameKind = (typeof frameKinds)[number];

export interface PageHosts {
  /** This server, by the name that the page was asked for. */
  readonly own: string;
  /** The same server under another host name, which is another site. */
  readonly other: string;
  readonly collectorUrl: string;
}

export function addressOf(origin: string, options: PlayOptions): string {
  const path = options.around === undefined ? 'play' : 'around';
  return `${origin}/${path}/?${new URLSearchParams({ options: JSON.stringify(options) })}`;
}

/**
 * A page with an SDK and the player that calls it.
 * All addresses are absolute: it may be put into any frame.
 */
export function playPage(options: PlayOptions, { own, collectorUrl }: PageHosts): string {
  const settings = inScript({ ...options, config: configOf(options, collectorUrl) });
  const scripts = scriptsOf(options).map((path) => scriptElement(`${own}${path}`));
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${options.sdk} by ${options.transport}</title><link rel="icon" href="data:,"></head>
<body>
<script type="application/json" id="settings">${settings}</script>
${options.isLate ? '' : scripts.join('\n')}
<script type="module" src="${own}/player.js"></script>
</body>
</html>`;
}

/**
 * A page that has another prerendered.
 * When that one has made its calls (the player writes it into the storage that both share), it goes there.
 */
export function speculatingPage(to: string): string {
  const rules = { prerender: [{ source: 'list', urls: [to], eagerness: 'immediate' }] };
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Has a page prerendered</title><link rel="icon" href="data:,"></head>
<body>
<script type="speculationrules">${inScript(rules)}</script>
<script>
  const look = setInterval(() => {
    if (localStorage.getItem('prerendered') === null) return;
    clearInterval(look);
    location.href = ${inScript(to)};
  }, 20);
</script>
</body>
</html>`;
}

function inScript(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

/** A page without an SDK, around a frame that has one. */
export function aroundPage(options: PlayOptions, hosts: PageHosts): string {
  const { around: kind, ...inner } = options;
  const settings = JSON.stringify({
    kind,
    html: playPage(inner, hosts),
    own: addressOf(hosts.own, inner),
    other: addressOf(hosts.other, inner),
  });
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Around a frame</title><link rel="icon" href="data:,"></head>
<body>
<script type="application/json" id="settings">${settings.replaceAll('<', '\\u003c')}</script>
<script type="module" src="${hosts.own}/around.js"></script>
</body>
</html>`;
}

/** In loading order. */
export function scriptsOf({ sdk, isTwice }: PlayOptions): readonly string[] {
  if (sdk === '2.0.1 esm') return ['/vendor/sdk-2.0.1.mjs'];
  if (sdk === '2.0.1') return ['/vendor/sdk-2.0.1.js'];
  const script = `/vendor/sdk-${sdk}.js`;
  return ['/vendor/jquery.js', script, ...(isTwice ? [script] : [])];
}

function scriptElement(source: string): string {
  return `<script${source.endsWith('.mjs') ? ' type="module"' : ''} src="${source}"></script>`;
}

function configOf({ batch, config }: PlayOptions, collectorUrl: string): JsonObject {
  return {
    env: 'matrix',
    uid: 'learner-07',
    did: 'matrix-device',
    channel: 'matrix',
    pdata: { id: 'matrix.page', pid: 'matrix', ver: '1.0' },
    host: collectorUrl,
    apislug: '',
    endpoint: '/v1/telemetry',
    batchsize: batch,
    ...config,
  };
}
