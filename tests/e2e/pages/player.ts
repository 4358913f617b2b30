import type { JsonObject } from '#core/json/json';
import type { PlayOptions, PlayTransport } from './play-page';

/** Runs in the page: calls the SDK on request, and logs the calls. */
export interface Player {
  /** The marks of the calls, in order. Each mark is added before its call. */
  readonly made: readonly string[];
  /** The errors that calls threw or rejected with, in order. */
  readonly thrown: readonly string[];
  /** Makes this number of calls of `interact`; the mark of each is its `data.id`. */
  calls(prefix: string, count: number): void;
  /** Calls any method. The mark of the call is the method. */
  call(method: string, ...args: readonly unknown[]): void;
  /** Flushes the queue, with this page's transport. */
  flush(): void;
}

type Sdk = Readonly<Record<string, (...args: readonly unknown[]) => unknown>>;
type Settings = PlayOptions & { readonly config: JsonObject };

const settings = JSON.parse(document.getElementById('settings')?.textContent ?? '{}') as Settings;
const made: string[] = [];
const thrown: string[] = [];
const collectorUrl = `${settings.config.host}${settings.config.endpoint}`;

/** Returns a method of the SDK. Reads the global at each call, as sites do. */
function findMethod(name: string): (...args: readonly unknown[]) => unknown {
  const sdk = (globalThis as unknown as { readonly $t: Sdk }).$t;
  const sdkMethod = sdk[name];
  if (!sdkMethod) throw new TypeError(`The SDK has no ${name}.`);
  return sdkMethod.bind(sdk);
}

function call(name: string, mark: string, args: readonly unknown[]): void {
  made.push(mark);
  try {
    const result = findMethod(name)(...args);
    if (result instanceof Promise) result.catch((problem: unknown) => thrown.push(`${problem}`));
  } catch (problem) {
    thrown.push(`${problem}`);
  }
}

const senders: Readonly<Record<Exclude<PlayTransport, 'own' | 'sync-xhr'>, (body: string) => unknown>> = {
  keepalive: (body) => fetch(collectorUrl, { method: 'POST', body, keepalive: true }),
  'beacon-text': (body) => navigator.sendBeacon(collectorUrl, body),
  'beacon-blob': (body) => navigator.sendBeacon(collectorUrl, new Blob([body], { type: 'text/plain' })),
  'beacon-json': (body) => navigator.sendBeacon(collectorUrl, new Blob([body], { type: 'application/json' })),
  form: (body) => {
    const form = new FormData();
    form.append('telemetry', body);
    return fetch(collectorUrl, { method: 'POST', body: form, keepalive: true });
  },
  bytes: (body) => fetch(collectorUrl, { method: 'POST', body: new TextEncoder().encode(body), keepalive: true }),
  gzip: async (body) => {
    const bytes = await pack(body).arrayBuffer();
    return fetch(collectorUrl, { method: 'POST', body: bytes, headers: { 'Content-Encoding': 'gzip' } });
  },
  'gzip-blob': async (body) => {
    const blob = await pack(body).blob();
    return fetch(collectorUrl, { method: 'POST', body: blob, headers: { 'Content-Encoding': 'gzip' } });
  },
  'gzip-beacon': async (body) => {
    const blob = new Blob([await pack(body).arrayBuffer()], { type: 'application/gzip' });
    return navigator.sendBeacon(collectorUrl, blob);
  },
};

function pack(body: string): Response {
  return new Response(new Blob([body]).stream().pipeThrough(new CompressionStream('gzip')));
}

/** Sends a payload. SDK 2.x passes batches to a dispatcher, SDK 1.x single events. */
function dispatch(payload: JsonObject): void {
  if (settings.transport === 'own' || settings.transport === 'sync-xhr') return;
  const batch = 'events' in payload ? payload : { id: 'api.telemetry', ver: '3.0', ets: Date.now(), events: [payload] };
  senders[settings.transport](JSON.stringify(batch));
}

function initialize(): void {
  const hasDispatcher = settings.transport !== 'own' && settings.transport !== 'sync-xhr';
  findMethod('initialize')({ ...settings.config, ...(hasDispatcher ? { dispatcher: { dispatch } } : {}) });
}

const player: Player = {
  made,
  thrown,
  calls(prefix, count) {
    for (let number = 1; number <= count; number += 1) {
      const mark = `${prefix}-${number}`;
      call('interact', mark, [
        { type: 'TOUCH', subtype: '', id: mark, pageid: `matrix${'-'.repeat(settings.padding ?? 0)}` },
      ]);
    }
  },
  call: (name, ...args) => call(name, name, args),
  flush: () => void findMethod('syncEvents')(settings.transport !== 'sync-xhr'),
};

function playUnload(): void {
  player.calls('leave', settings.leaving?.calls ?? 0);
  if (settings.transport !== 'own') player.flush();
  const until = performance.now() + (settings.leaving?.busyMs ?? 0);
  while (performance.now() < until);
}

const unloadEvent = settings.leaving?.on;
if (unloadEvent === 'pagehide' || unloadEvent === 'unload') addEventListener(unloadEvent, playUnload);
if (unloadEvent === 'visibilitychange') {
  addEventListener(unloadEvent, () => {
    if (document.visibilityState === 'hidden') playUnload();
  });
}

if (settings.isLate) {
  (globalThis as { loadSdk?: (scripts: readonly string[]) => Promise<void> }).loadSdk = async (scripts) => {
    for (const source of scripts) await load(source);
    initialize();
  };
} else {
  try {
    initialize();
  } catch (problem) {
    thrown.push(`${problem}`);
  }
}
(globalThis as { player?: Player }).player = player;

if (settings.prerendered !== undefined) playPrerendered(settings.prerendered);

function playPrerendered(count: number): void {
  if (!(document as { readonly prerendering?: boolean }).prerendering) return;
  player.calls('unseen', count);
  document.addEventListener('prerenderingchange', () => player.calls('shown', count));
  localStorage.setItem('prerendered', 'yes');
}

function load(source: string): Promise<unknown> {
  const script = document.createElement('script');
  script.src = source;
  document.body.append(script);
  return new Promise((loaded) => script.addEventListener('load', loaded));
}
