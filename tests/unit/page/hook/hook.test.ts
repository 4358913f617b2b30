// @vitest-environment happy-dom
import { runInNewContext } from 'node:vm';
import { beforeEach, describe, expect, it } from 'vitest';
import { telemetryOfText } from '#core/telemetry/body/telemetry-body';
import { readReport } from '#core/wire/hook-report';
import { openHookChannel, openRelayChannel } from '#page/channel';
import { type Hook, startHook } from '#page/hook/hook';

type Seen = { type: string } & Record<string, unknown>;

type Page = Window & typeof globalThis & Record<string, unknown>;

/** The parts of a window that the hook uses; its network belongs to the test. */
function makePage(): Page {
  class FakeXhr extends EventTarget {
    status = 0;
    readyState = 0;
    open(_method: string, _url: string, _isAsync?: boolean) {
      Object.assign(this, { status: 0, readyState: 1 });
    }
    setRequestHeader(_name: string, _value: string) {}
    send(_body?: unknown) {
      Object.assign(this, { status: 500, readyState: 4 });
      for (const type of ['readystatechange', 'load', 'loadend']) this.dispatchEvent(new Event(type));
    }
  }
  class FakeNavigator {
    sendBeacon(_url: string, _body?: unknown) {
      return true;
    }
  }
  const parts = {
    console: { error: () => undefined, warn: () => undefined, info: () => undefined, log: () => undefined },
    Function: { prototype: { toString: Function.prototype.toString } },
    document: { baseURI: 'http://localhost/lesson/' },
    location: { href: 'http://localhost/lesson/' },
    fetch: async (_url: string) => new Response('', { status: 200 }),
    XMLHttpRequest: FakeXhr,
    Navigator: FakeNavigator,
    navigator: new FakeNavigator(),
    Blob: class extends Blob {},
    File: class extends File {},
    Request: class extends Request {},
  };
  return Object.assign(new EventTarget(), parts) as unknown as Page;
}

/** A long idle time before every report, so that each is sent at once. */
function slowClock(): () => number {
  let time = 0;
  return () => {
    time += 1_000;
    return time;
  };
}

/** A channel out of the page. Only the reported texts count. */
const channelTo = (report: (text: string) => void) => ({
  report: (write: () => string) => report(write()),
  flush: () => undefined,
  leave: () => undefined,
  isTaken: () => true,
  onCommand: () => undefined,
});

const restoreListeners = () => undefined;

/** A page, its hook and a relay's end of the channel, as at document_start. */
function openPage(clock = slowClock()) {
  const page = makePage();
  const documentOfPage = new EventTarget();
  const seen: Seen[] = [];
  let hook: Hook | null = null;
  let isTaking = true;
  const channel = openHookChannel(documentOfPage, 'name', () => hook?.onRelayConnected(), clock);
  if (!channel) throw new Error('a fresh document has no hook');
  hook = startHook({ page, channel, part: 'doc', restoreListeners });
  const relay = openRelayChannel(
    documentOfPage,
    (read) => {
      if (isTaking) seen.push(...read().flatMap((text) => readReport(text).observations));
      return isTaking;
    },
    () => undefined,
  );
  const raise = (detail: unknown) => page.dispatchEvent(new CustomEvent('TelemetryEvent', { detail }));
  const stopTaking = () => {
    isTaking = false;
  };
  return { page, documentOfPage, seen, relay, raise, stopTaking };
}

/** A minimal SDK that emits its event inside the call, as both generations do. */
function makeSdk(raise: (detail: unknown) => void) {
  const raiseAs =
    (eid: string) =>
    (data: unknown, ...rest: unknown[]) => {
      raise({ eid, edata: data });
      return rest.length;
    };
  return {
    start: raiseAs('START'),
    end: raiseAs('END'),
    impression: raiseAs('IMPRESSION'),
    interact: raiseAs('INTERACT'),
    metrics: () => {
      throw new TypeError('no schema');
    },
  };
}

let open: ReturnType<typeof openPage>;
let sdk: ReturnType<typeof makeSdk>;
beforeEach(() => {
  open = openPage();
  sdk = makeSdk(open.raise);
});
const only = (type: string) => open.seen.filter((observation) => observation.type === type);

it('watching an SDK reports a call, its event and its return, in that order and with the same call id', () => {
  open.page.$t = sdk;
  sdk.interact({ type: 'TOUCH', id: 'next' });
  expect(open.seen.map(({ type }) => type)).toEqual(['sdk', 'called', 'emitted', 'returned']);
  expect(only('called')[0]).toMatchObject({
    method: 'interact',
    args: [{ type: 'TOUCH', id: 'next' }],
    callId: 'doc.1',
  });
  expect(only('emitted')[0]).toMatchObject({ callId: 'doc.1', event: { eid: 'INTERACT' } });
});

it('watching an SDK reports the page’s URL with each call, event and request, also after a route change in a single-page app', async () => {
  const { location } = open.page as unknown as { location: { href: string } };
  open.page.$t = sdk;
  sdk.interact({});
  location.href = 'http://localhost/lesson/#/quiz';
  sdk.interact({});
  open.raise({ eid: 'LOG', edata: {} });
  await open.page.fetch('/v1/telemetry', { method: 'POST', body: '{"events":[{"eid":"LOG"}]}' });
  const [before, after] = ['http://localhost/lesson/', 'http://localhost/lesson/#/quiz'];
  expect(only('called').map(({ pageUrl }) => pageUrl)).toEqual([before, after]);
  // During a call, the call has the URL.
  expect(only('emitted').map(({ pageUrl }) => pageUrl)).toEqual([undefined, undefined, after]);
  expect(only('sending').map(({ pageUrl }) => pageUrl)).toEqual([after]);
});

it('watching an SDK truncates a very long URL of the page', () => {
  open.page.$t = sdk;
  Object.assign(open.page.location, { href: `http://localhost/#${'x'.repeat(1_000_000)}` });
  sdk.interact({});
  expect(only('called')[0]?.pageUrl).toBe(`http://localhost/#${'x'.repeat(2_000)}`.slice(0, 2_000));
});

it('a call has the user action and the call stack that preceded it only if these are recorded', () => {
  const called: Seen[] = [];
  const page = makePage();
  const channel = channelTo((text) => {
    called.push(...readReport(text).observations.filter(({ type }) => type === 'called'));
  });
  const readOrigin = () => ({ stack: '    at pressPlay (http://localhost/a.js:3:5)', action: undefined });
  startHook({ page, channel, part: 'doc', restoreListeners, readOrigin });
  Object.assign(page, { $t: makeSdk(() => undefined) });
  (page.$t as typeof sdk).interact({});
  expect(called).toMatchObject([{ origin: { stack: [{ name: 'pressPlay', line: 3 }] } }]);
  open.page.$t = sdk;
  sdk.interact({});
  expect(only('called')[0]).not.toHaveProperty('origin');
});

it('watching an SDK reports a call when it returns, together with calls that its listeners make', () => {
  const reports: string[][] = [];
  const page = makePage();
  const channel = channelTo((text) => void reports.push(readReport(text).observations.map(({ type }) => type)));
  startHook({ page, channel, part: 'doc', restoreListeners });
  const ownSdk = makeSdk((detail) => page.dispatchEvent(new CustomEvent('TelemetryEvent', { detail })));
  Object.assign(page, { $t: ownSdk });
  page.addEventListener('TelemetryEvent', (event) => {
    if ((event as CustomEvent).detail.eid === 'INTERACT') ownSdk.impression({});
  });
  ownSdk.interact({});
  expect(reports).toEqual([['sdk'], ['called', 'emitted', 'called', 'emitted', 'returned', 'returned']]);
});

it('watching an SDK reports an unfinished call if the page unloads during the call', () => {
  open.page.$t = sdk;
  const seen: string[] = [];
  open.page.addEventListener('TelemetryEvent', () => {
    open.page.dispatchEvent(Object.assign(new Event('pagehide'), { persisted: false }));
    seen.push(...open.seen.map(({ type }) => type));
  });
  sdk.interact({});
  expect(seen).toEqual(['sdk', 'called', 'emitted']);
});

it('watching an SDK copies the arguments before the SDK changes them', () => {
  sdk.end = (data: unknown) => {
    (data as { duration: number }).duration = 99;
    return 0;
  };
  open.page.$t = sdk;
  sdk.end({ type: 'app' });
  expect(only('called')[0]?.args).toEqual([{ type: 'app' }]);
});

it('watching an SDK reports the arguments and the event as they were during the call, even if the page changes them in the same task', async () => {
  open.page.$t = sdk;
  const data = { type: 'TOUCH', extra: { values: ['first'] } };
  sdk.interact(data);
  data.extra.values.push('later');
  await Promise.resolve();
  expect(only('called')[0]?.args).toEqual([{ type: 'TOUCH', extra: { values: ['first'] } }]);
  expect(only('emitted')[0]?.event).toEqual({
    eid: 'INTERACT',
    edata: { type: 'TOUCH', extra: { values: ['first'] } },
  });
});

it('watching an SDK serializes its reports without a toJSON that the page adds to Object.prototype in the same task', async () => {
  const fast = openPage(() => 1);
  const ownSdk = makeSdk(fast.raise);
  fast.page.$t = ownSdk;
  ownSdk.interact({ values: [{ id: 'next' }] });
  const poisoned = Object.prototype as { toJSON?: () => string };
  poisoned.toJSON = () => 'poisoned';
  try {
    await Promise.resolve();
  } finally {
    delete poisoned.toJSON;
  }
  expect(fast.seen.find(({ type }) => type === 'called')).toMatchObject({ args: [{ values: [{ id: 'next' }] }] });
  expect(fast.seen.find(({ type }) => type === 'emitted')).toMatchObject({
    event: { edata: { values: [{ id: 'next' }] } },
  });
});

it('watching an SDK wraps an object with four global names once, and reports its preferred name', () => {
  for (const name of ['telemetry', 'Telemetry', 'EkTelemetry', '$t']) open.page[name] = sdk;
  sdk.impression({});
  expect(only('called')).toHaveLength(1);
  expect(only('sdk').at(-1)).toMatchObject({ global: '$t', sdk: 0 });
});

it('watching an SDK finds an SDK that was defined before the hook', () => {
  const page: Record<string, unknown> & Page = makePage();
  Object.assign(page, { EkTelemetry: sdk });
  const reports: string[] = [];
  const channel = channelTo((text) => void reports.push(text));
  startHook({ page, channel, part: 'doc', restoreListeners });
  sdk.interact({});
  expect(reports.some((text) => text.includes('"method":"interact"'))).toBe(true);
});

it('watching an SDK finds an SDK that replaces another one at run time', () => {
  open.page.$t = makeSdk(open.raise);
  open.page.$t = sdk;
  sdk.interact({});
  expect(only('called')).toHaveLength(1);
});

it('watching an SDK finds an SDK that bypassed the accessor once the SDK emits an event', () => {
  Object.defineProperty(open.page, '$t', { value: sdk, configurable: true });
  sdk.impression({});
  sdk.interact({});
  expect(only('called').map(({ method }) => method)).toEqual(['interact']);
  expect(only('emitted')).toHaveLength(2);
});

it('watching an SDK ignores a $t that is not an SDK', () => {
  const translate = (key: string) => key;
  open.page.$t = translate;
  expect(open.page.$t).toBe(translate);
  expect(open.seen).toEqual([]);
});

it('watching an SDK counts a wrapper around the SDK and the wrapped call as one call', () => {
  open.page.EkTelemetry = sdk;
  const inner = sdk.interact;
  open.page.$t = { ...sdk, interact: (data: unknown) => inner(data) };
  (open.page.$t as typeof sdk).interact({});
  expect(only('called')).toHaveLength(1);
});

it('watching an SDK counts a call that a listener makes as a separate call', () => {
  open.page.$t = sdk;
  open.page.addEventListener(
    'TelemetryEvent',
    (event) => {
      if ((event as CustomEvent).detail.edata.id === 'first') sdk.interact({ id: 'second' });
    },
    { once: true },
  );
  sdk.interact({ id: 'first' });
  expect(only('called')).toHaveLength(2);
});

it('a watched method has the same return value, exception, this, name, length and source for the page', () => {
  const original = sdk.interact;
  const source = original.toString();
  const toStringSource = Function.prototype.toString.call(Function.prototype.toString);
  open.page.$t = sdk;
  expect(sdk.interact({}, 1, 2)).toBe(2);
  expect(() => sdk.metrics()).toThrow(new TypeError('no schema'));
  expect(sdk.interact.name).toBe(original.name);
  expect(sdk.interact.length).toBe(original.length);
  expect(open.page.Function.prototype.toString.call(sdk.interact)).toBe(source);
  const { toString: read } = open.page.Function.prototype;
  expect(read.call(read)).toBe(toStringSource);
  expect(only('threw')[0]).toMatchObject({ message: 'TypeError: no schema' });
});

it('a watched SDK is a plain, enumerable, replaceable global for the page', () => {
  open.page.$t = sdk;
  expect(open.page.$t).toBe(sdk);
  expect(Object.keys(open.page)).toContain('$t');
  expect(delete open.page.$t).toBe(true);
  expect(open.page.$t).toBeUndefined();
});

it('the page has no global property for an SDK before the SDK is defined', () => {
  expect(Object.keys(open.page)).not.toContain('$t');
  expect(open.page.$t).toBeUndefined();
});

it('a frozen SDK is not modified, and its events are recorded', () => {
  const frozen = Object.freeze(sdk);
  open.page.$t = frozen;
  expect(frozen.interact({})).toBe(0);
  expect(only('emitted')).toHaveLength(1);
});

it('a watched SDK works although the page replaces built-ins later', () => {
  const { stringify } = JSON;
  open.page.$t = sdk;
  JSON.stringify = () => 'replaced';
  try {
    sdk.interact({ id: 'x' });
  } finally {
    JSON.stringify = stringify;
  }
  expect(only('called')[0]).toMatchObject({ args: [{ id: 'x' }] });
});

it('console messages of the SDK during a call are reported with the call', () => {
  sdk.interact = () => {
    (open.page as { console: Console }).console.error('Invalid INTERACT Event: data should have id');
    return 0;
  };
  open.page.$t = sdk;
  sdk.interact({});
  expect(only('logged')).toMatchObject([
    { callId: 'doc.1', level: 'error', message: 'Invalid INTERACT Event: data should have id' },
  ]);
});

it('console messages of the SDK outside calls are not observed, and the page’s console is restored', () => {
  const { error } = (open.page as { console: Console }).console;
  open.page.$t = sdk;
  expect(() => sdk.metrics()).toThrow();
  sdk.interact({});
  expect((open.page as { console: Console }).console.error).toBe(error);
});

describe('promises', () => {
  const THEN = 'then';

  it('a call that returns a promise ends when the promise settles', async () => {
    sdk.start = (() => Promise.resolve('did')) as unknown as typeof sdk.start;
    open.page.$t = sdk;
    expect(await sdk.start({})).toBe('did');
    expect(only('returned').map(({ settled }) => settled)).toEqual([false, true]);
  });

  /** A promise like that of zone.js: no subclass of the browser's promise, whose `then` throws for it. */
  class ZonePromise {
    static rejected: ZonePromise[] = [];
    thens = 0;
    reads = 0;
    readonly promise: Promise<unknown>;
    constructor(promise: Promise<unknown>) {
      this.promise = promise;
      promise.catch(() => ZonePromise.rejected.push(this));
    }
    get [THEN]() {
      this.reads += 1;
      return (onFulfilled: (value: unknown) => unknown, onRejected: (error: unknown) => unknown) => {
        this.thens += 1;
        return new ZonePromise(this.promise.then(onFulfilled, onRejected));
      };
    }
  }

  it('a call that returns a promise of another class ends with that promise, which the hook reads once and returns in the same class', async () => {
    const given = new ZonePromise(Promise.resolve('did'));
    sdk.start = (() => given) as unknown as typeof sdk.start;
    open.page.$t = sdk;
    const result = sdk.start({}) as unknown;
    expect(result).toBeInstanceOf(ZonePromise);
    expect([given.reads, given.thens]).toEqual([1, 1]);
    expect(await (result as PromiseLike<unknown>)).toBe('did');
    expect(only('returned').map(({ settled }) => settled)).toEqual([false, true]);
  });

  it('a call that returns a promise of another class leaves its rejection unhandled for the page', async () => {
    sdk.start = (() => new ZonePromise(Promise.reject(new Error('no')))) as unknown as typeof sdk.start;
    open.page.$t = sdk;
    const result = sdk.start({}) as unknown as ZonePromise;
    await expect(result.promise).rejects.toThrow('no');
    expect(ZonePromise.rejected).toContain(result);
    expect(only('threw')).toMatchObject([{ message: 'Error: no' }]);
  });

  it.each([
    [
      'throws',
      () => {
        throw new Error('no then');
      },
    ],
    ['returns nothing', () => undefined],
  ])('a call that returns an object passes that same object to the page if its then %s', (_what, then) => {
    const given = { [THEN]: then };
    sdk.start = (() => given) as unknown as typeof sdk.start;
    open.page.$t = sdk;
    expect(sdk.start({})).toBe(given);
  });

  it('a call of an async function returns its own promise even if the page has replaced Promise.prototype.then, as zone.js does', async () => {
    const { then } = Promise.prototype;
    sdk.start = (async () => 'did') as unknown as typeof sdk.start;
    open.page.$t = sdk;
    Reflect.set(Promise.prototype, THEN, () => {
      throw new Error('of the page');
    });
    let result: unknown;
    try {
      result = sdk.start({});
    } finally {
      Reflect.set(Promise.prototype, THEN, then);
    }
    expect(result).toBeInstanceOf(Promise);
    expect(await result).toBe('did');
    expect(only('returned').map(({ settled }) => settled)).toEqual([false, true]);
  });

  it('a call that returns a rejected promise rejects for the page as without the hook', async () => {
    sdk.start = (() => Promise.reject(new Error('no fingerprint'))) as unknown as typeof sdk.start;
    open.page.$t = sdk;
    await expect(sdk.start({})).rejects.toThrow('no fingerprint');
    expect(only('threw')).toMatchObject([{ message: 'Error: no fingerprint' }]);
  });
});

describe('transports', () => {
  const body = '{"id":"api.telemetry","events":[{"eid":"INTERACT","edata":{}}]}';
  const sent = () =>
    only('sending').map(({ transport, url, encoding, body: text }) => ({ transport, url, encoding, text }));
  const url = 'http://localhost/v1/telemetry';

  it.each([
    ['text', () => body],
    ['a Blob', (page: Page) => new page.Blob([body.slice(0, 9), body.slice(9)])],
    ['a typed array', () => new TextEncoder().encode(body)],
    ['an ArrayBuffer', () => new TextEncoder().encode(body).buffer],
    ['a File', (page: Page) => new page.File([body], 'batch.json')],
    ['a Blob of a Blob', (page: Page) => new page.Blob([new page.Blob([body])])],
  ])('requests with telemetry are captured if a beacon sends them as %s', (_what, make) => {
    const { page } = open;
    expect(page.navigator.sendBeacon('/v1/telemetry', make(page))).toBe(true);
    expect(sent()).toEqual([{ transport: 'beacon', url, encoding: 'text', text: body }]);
    expect(only('ended')).toMatchObject([{ end: 'queued' }]);
  });

  it('requests with telemetry are captured with a form as the body, with its fields', () => {
    const form = new FormData();
    form.append('app', 'x');
    form.append('batch', body);
    open.page.navigator.sendBeacon('/v1/telemetry', form);
    const [seen] = only('sending');
    expect(telemetryOfText(`${seen?.body}`)).toMatchObject({
      json: JSON.parse(body),
      shape: { form: { type: 'multipart', field: 'batch', hasOtherFields: true } },
    });
    open.page.navigator.sendBeacon('/v1/telemetry', new URLSearchParams({ event: body }));
    expect(telemetryOfText(`${only('sending')[1]?.body}`)?.shape.form?.type).toBe('urlencoded');
  });

  it('requests with telemetry are captured by fetch of a Request that was created from another Request', async () => {
    const first = new open.page.Request(url, { method: 'POST', body });
    await open.page.fetch(new open.page.Request(first, { credentials: 'omit' }));
    await open.page.fetch(new open.page.Request(new open.page.Request(url), { method: 'POST', body }));
    expect(sent().map(({ text }) => text)).toEqual([body, body]);
  });

  it('requests with telemetry are captured with a Blob as the body, and their response is reported after the Blob is read', async () => {
    const blob = new Blob([body]);
    await open.page.fetch('/v1/telemetry', { method: 'POST', body: blob });
    await expect.poll(() => only('ended')).toMatchObject([{ end: 'responded', status: 200 }]);
    expect(sent()).toEqual([{ transport: 'fetch', url, encoding: 'text', text: body }]);
    expect(open.seen.map(({ type }) => type)).toEqual(['sending', 'ended']);
  });

  it('requests are reported as unread until their Blob is read if the page has emitted telemetry', async () => {
    open.page.dispatchEvent(new CustomEvent('TelemetryEvent', { detail: { eid: 'LOG' } }));
    await open.page.fetch('/upload', { method: 'POST', body: new Blob(['hello']) });
    await expect.poll(() => open.seen.map(({ type }) => type)).toEqual(['emitted', 'unread', 'read']);
    await open.page.fetch('/upload', { method: 'POST', body: new ReadableStream(), duplex: 'half' } as RequestInit);
    expect(only('unread')).toMatchObject([{ by: 'page' }, { by: 'page' }]);
    expect(only('read')).toHaveLength(1);
  });

  it('requests with telemetry are captured by fetch, with the response', async () => {
    await open.page.fetch('/v1/telemetry', { method: 'POST', body });
    expect(sent()).toEqual([{ transport: 'fetch', url, encoding: 'text', text: body }]);
    expect(only('ended')).toMatchObject([{ end: 'responded', status: 200 }]);
  });

  it('requests with telemetry are captured by fetch of a Request', async () => {
    await open.page.fetch(new open.page.Request(url, { method: 'POST', body }));
    expect(sent()).toEqual([{ transport: 'fetch', url, encoding: 'text', text: body }]);
  });

  it('requests with telemetry fail for the page as without the hook', async () => {
    const page = makePage();
    Object.assign(page, { fetch: () => Promise.reject(new TypeError('Failed to fetch')) });
    const reports: string[] = [];
    startHook({ page, channel: channelTo((text) => void reports.push(text)), part: 'doc', restoreListeners });
    await expect(page.fetch(url, { method: 'POST', body })).rejects.toThrow('Failed to fetch');
    expect(reports.flatMap((text) => readReport(text).observations)).toMatchObject([
      { type: 'sending' },
      { type: 'ended', end: 'failed', message: 'TypeError: Failed to fetch' },
    ]);
  });

  it.each([
    [true, 'xhr'],
    [false, 'xhr-sync'],
  ])('requests with telemetry are captured by XMLHttpRequest, async %s, with the response', (isAsync, transport) => {
    const xhr = new open.page.XMLHttpRequest();
    xhr.open('POST', '/v1/telemetry', isAsync);
    xhr.send(body);
    expect(sent()).toEqual([{ transport, url, encoding: 'text', text: body }]);
    expect(only('ended')).toMatchObject([{ end: 'responded', status: 500 }]);
  });

  it('requests with telemetry that a page sends with one XMLHttpRequest have their own responses', () => {
    const xhr = new open.page.XMLHttpRequest();
    let unsent = 2;
    const send = (): void => {
      if (unsent === 0) return;
      unsent -= 1;
      xhr.open('POST', '/v1/telemetry');
      xhr.send(body);
    };
    xhr.addEventListener('load', send);
    send();
    expect(only('ended').map(({ end, status }) => [end, status])).toEqual([
      ['responded', 500],
      ['responded', 500],
    ]);
  });

  it('requests with telemetry are reported still compressed if their body is gzip', () => {
    const xhr = new open.page.XMLHttpRequest();
    xhr.open('POST', '/v1/telemetry');
    xhr.setRequestHeader('Content-Encoding', 'gzip');
    xhr.send(new Uint8Array([31, 139, 8]));
    expect(sent()).toEqual([{ transport: 'xhr', url, encoding: 'base64', text: btoa('\u001f\u008b\u0008') }]);
  });

  it('requests with telemetry are reported as text if their header says gzip but their body is text', async () => {
    await open.page.fetch('/v1/telemetry', { method: 'POST', body, headers: { 'content-encoding': 'gzip' } });
    const xhr = new open.page.XMLHttpRequest();
    xhr.open('POST', '/v1/telemetry');
    xhr.setRequestHeader('Content-Encoding', 'gzip');
    xhr.send(body);
    expect(sent().map(({ encoding, text }) => [encoding, text])).toEqual([
      ['text', body],
      ['text', body],
    ]);
  });

  it.each([
    ['tabs and line breaks', body.replace(',', ',\t\n\t\t')],
    ['tabs at both ends', `\t${body}\t`],
    ['line breaks and quotes', body.replace(',', '\n,\n"\\\\":"\\"",')],
    ['a lone surrogate', body.replace('{}', '{"text":"\ud83d"}')],
  ])('requests with telemetry are reported unchanged with %s, together with the next report', async (_what, text) => {
    await open.page.fetch('/v1/telemetry', { method: 'POST', body: text });
    open.page.navigator.sendBeacon('/v1/telemetry', text);
    expect(only('sending').map((sending) => sending.body)).toEqual([text, text]);
    expect(open.seen).toHaveLength(4);
  });

  it('requests without telemetry are not reported', async () => {
    await open.page.fetch('/login', { method: 'POST', body: '{"password":"secret"}' });
    open.page.navigator.sendBeacon('/ping', new open.page.Blob(['hello']));
    expect(open.seen).toEqual([]);
  });

  it('requests with telemetry leave the Blob class and its objects unchanged for the page', async () => {
    const blob = new open.page.Blob([body], { type: 'application/json' });
    expect(blob).toBeInstanceOf(open.page.Blob);
    expect(blob.constructor).toBe(open.page.Blob);
    expect(await blob.text()).toBe(body);
  });
});

describe('commands of the panel', () => {
  const fire = (method: string, args: unknown[]) =>
    open.relay.sendCommand(JSON.stringify({ type: 'fire', requestId: 'r1', sdk: 0, method, args }));

  it('a command of the panel fires an event through the SDK, marked with the request id', () => {
    open.page.$t = sdk;
    fire('interact', [{ id: 'by-hand' }]);
    expect(only('called')[0]).toMatchObject({ firedBy: 'r1', args: [{ id: 'by-hand' }] });
    sdk.interact({});
    expect(only('called')[1]).toMatchObject({ firedBy: null });
  });

  it('a command of the panel is reported as not fired if there is no SDK', () => {
    fire('interact', []);
    expect(only('not-fired')).toMatchObject([{ requestId: 'r1' }]);
  });

  it('a command of the panel that fires a call does not throw the call’s exception into the page', () => {
    open.page.$t = sdk;
    fire('metrics', []);
    expect(only('threw')[0]).toMatchObject({ message: 'TypeError: no schema' });
  });

  it('a stop command stops the hook, and a new relay restarts the same hook', () => {
    open.page.$t = sdk;
    let handings = 0;
    open.documentOfPage.addEventListener('name', () => {
      handings += 1;
    });
    open.stopTaking();
    open.relay.sendCommand('{"type":"stop"}');
    const before = handings;
    sdk.interact({});
    expect(handings).toBe(before);
    expect(openHookChannel(open.documentOfPage, 'other', () => undefined)).toBeNull();
    open.relay.announceRelay();
    sdk.interact({});
    expect(handings).toBeGreaterThan(before);
  });
});

describe('forged events', () => {
  const details = [
    '{',
    'null',
    '{"type":"fire"}',
    '{"type":"fire","sdk":0,"method":{"toString":1}}',
    '{"type":"stop"}',
  ];
  const extensionNames = ['telemetry-v3-devtools:hook', 'telemetry-v3-devtools:relay', 'telemetry-v3-devtools:name'];
  const inDocument = [...extensionNames, 'name', 'name:command'];

  it.each(inDocument)('an event with the extension’s name that a page forges causes no exception: %s', (type) => {
    for (const event of [new Event(type), ...details.map((detail) => new CustomEvent(type, { detail }))]) {
      expect(() => open.documentOfPage.dispatchEvent(event)).not.toThrow();
    }
  });

  it.each(['TelemetryEvent', 'telemetryEvent', 'load', 'pagehide'])(
    'a plain event with a name that the hook subscribes to causes no exception: %s',
    (type) => {
      expect(() => open.page.dispatchEvent(new Event(type))).not.toThrow();
    },
  );

  it('a stop command that a page forges does not stop a hook whose relay is connected', () => {
    open.page.$t = sdk;
    open.documentOfPage.dispatchEvent(new CustomEvent('name:command', { detail: '{"type":"stop"}' }));
    sdk.interact({});
    expect(only('called')).toHaveLength(1);
  });
});

it('an SDK whose settings throw causes no exception in the page, and its later calls are recorded', () => {
  open.page.$t = sdk;
  Object.defineProperty(sdk, '_config', {
    value: new Proxy(
      {},
      {
        getOwnPropertyDescriptor: () => {
          throw new Error('no');
        },
      },
    ),
    configurable: true,
  });
  expect(sdk.interact({ id: 1 })).toBe(0);
  Reflect.deleteProperty(sdk, '_config');
  sdk.interact({ id: 2 });
  expect(only('emitted')).toHaveLength(2);
  expect(only('called').at(-1)).toMatchObject({ args: [{ id: 2 }] });
});

it('an SDK whose result or console throws on access causes no exception in the page', () => {
  const throwing = () => {
    throw new Error('no');
  };
  const result = new Proxy({}, { get: throwing, getPrototypeOf: throwing });
  sdk.interact = (() => result) as unknown as typeof sdk.interact;
  open.page.$t = sdk;
  const { error } = (open.page as { console: Console }).console;
  Object.defineProperty(open.page.console, 'info', { value: () => undefined, writable: false });
  expect(sdk.interact({})).toBe(result);
  expect((open.page as { console: Console }).console.error).toBe(error);
  expect(only('returned')).toMatchObject([{ settled: true }]);
});

it('an SDK of another frame is watched only by the hook of that frame', () => {
  const borrowed = runInNewContext(
    `({ calls: 0, start() { this.calls += 1; }, end() {}, impression() {}, interact() { return this; } })`,
  ) as typeof sdk;
  const { start } = borrowed;
  open.page.$t = borrowed;
  expect(borrowed.start).toBe(start);
  expect(borrowed.interact({})).toBe(borrowed);
  expect(open.seen).toEqual([]);
});

it('the hook queues its reports until the relay is connected', () => {
  const page = makePage();
  const documentOfPage = new EventTarget();
  const channel = openHookChannel(documentOfPage, 'name', () => undefined);
  if (!channel) throw new Error('a fresh document has no hook');
  startHook({ page, channel, part: 'doc', restoreListeners });
  Object.assign(page, { $t: sdk });
  const texts: string[] = [];
  openRelayChannel(
    documentOfPage,
    (read) => texts.push(...read()) > 0,
    () => undefined,
  );
  expect(new Set(texts)).toEqual(new Set([expect.stringContaining('"type":"sdk"')]));
});
