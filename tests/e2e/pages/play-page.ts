import type { JsonObject } from '#core/json/json';

/** The versions of the SDK; `esm` is the ES module of 2.0.1, as a site bundles it. */
export type Sdk = '0.0.29' | '1.3.0' | '2.0.1' | '2.0.1 esm';

/** How events are sent: by the SDK itself (`own`, `sync-xhr`), or by a dispatcher of the page. */
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

/** What a page does when it unloads: it makes this number of calls, and then flushes its queue. */
interface Leaving {
  readonly on: 'pagehide' | 'visibilitychange' | 'unload';
  readonly calls: number;
  /** Time for which the listener blocks the page after the flush. */
  readonly busyMs?: number;
}

/** The options by which pages differ. They are part of the page's URL. */
export interface PlayOptions {
  readonly sdk: Sdk;
  readonly transport: PlayTransport;
  readonly batch: number;
  /** Overrides of the SDK's configuration. */
  readonly config?: JsonObject;
  readonly leaving?: Leaving;
  /** The number of calls while the page is prerendered, and again when it is shown. */
  readonly prerendered?: number;
  /** Number of extra characters in each call. */
  readonly padding?: number;
  /** Whether the SDK loads only on request. */
  readonly isLate?: boolean;
  /** Whether the policy of the page is `script-src 'self'`, which forbids eval. */
  readonly isStrict?: boolean;
  /** Whether the page includes the SDK's script twice. Only for SDKs before 2.0.1. */
  readonly isTwice?: boolean;
  /** The kind of frame around the page. No frame by default. */
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
  /** The origin of this server, by the host name that the page was requested with. */
  readonly own: string;
  /** The same server under another host name, which is another site. */
  readonly other: string;
  readonly collectorUrl: string;
}

export function playUrlOf(origin: string, options: PlayOptions): string {
  const path = options.around === undefined ? 'play' : 'around';
  return `${origin}/${path}/?${new URLSearchParams({ options: JSON.stringify(options) })}`;
}

/**
 * A page with an SDK and the player that calls the SDK.
 * All URLs are absolute, so that the page works in a frame of any kind.
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
 * A page that has another page prerendered.
 * Navigates to the prerendered page once `localStorage` shows that its calls are done.
 */
export function speculatingPage(to: string): string {
  const rules = { prerender: [{ source: 'list', urls: [to], eagerness: 'immediate' }] };
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Has a page prerendered</title><link rel="icon" href="data:,"></head>
<body>
<script type="speculationrules">${inScript(rules)}</script>
<script>
  const poll = setInterval(() => {
    if (localStorage.getItem('prerendered') === null) return;
    clearInterval(poll);
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
    own: playUrlOf(hosts.own, inner),
    other: playUrlOf(hosts.other, inner),
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

/** The scripts of a page, in loading order. */
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
