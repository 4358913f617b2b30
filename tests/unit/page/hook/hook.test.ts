// @vitest-environment happy-dom
import { runInNewContext } from 'node:vm';
import { beforeEach, describe, expect, it } from 'vitest';
import { telemetryOfText } from '#core/telemetry/body/telemetry-body';
import { readReport } from '#core/wire/hook-report';
import { openHookChannel, openRelayChannel } from '#page/channel';
import { type Hook, startHook } from '#page/hook/hook';
import type { RunningCall } from '#page/hook/report-buffer';
import { watchSdks } from '#page/hook/watch';

type HookObservation = { type: string } & Record<string, unknown>;

type Page = Window & typeof globalThis & Record<string, unknown>;

/** Creates the parts of a window that the hook uses, with a fake network. */
function createPage(): Page {
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

/** Creates a clock with a long idle time before each report, so that the hook sends each report at once. */
function createSlowClock(): () => number {
  let time = 0;
  return () => {
    time += 1_000;
    return time;
  };
}

/** Creates a channel that passes the texts of reports to a function. */
const channelTo = (report: (text: string) => void) => ({
  report: (write: () => string) => report(write()),
  flush: () => undefined,
  leave: () => undefined,
  isTaken: () => true,
  onCommand: () => undefined,
});

const restoreListeners = () => undefined;

/** Opens a page with a hook and a connected relay, as at document_start. */
function openPage(clock = createSlowClock()) {
  const page = createPage();
  const documentOfPage = new EventTarget();
  const observations: HookObservation[] = [];
  let hook: Hook | null = null;
  let isAccepting = true;
  const channel = openHookChannel(documentOfPage, 'name', () => hook?.onRelayConnected(), clock);
  if (!channel) throw new Error('The document already has a hook.');
  hook = startHook({ page, channel, part: 'doc', restoreListeners });
  const relay = openRelayChannel(
    documentOfPage,
    (read) => {
      if (isAccepting) observations.push(...read().flatMap((text) => readReport(text).observations));
      return isAccepting;
    },
    () => undefined,
  );
  const emit = (detail: unknown) => page.dispatchEvent(new CustomEvent('TelemetryEvent', { detail }));
  const stopAccepting = () => {
    isAccepting = false;
  };
  return { page, documentOfPage, observations, relay, emit, stopAccepting };
}

/** Creates a minimal SDK, which emits its event inside the call, as both generations do. */
function createSdk(emit: (detail: unknown) => void) {
  const emitAs =
    (eid: string) =>
    (data: unknown, ...rest: unknown[]) => {
      emit({ eid, edata: data });
      return rest.length;
    };
  return {
    start: emitAs('START'),
    end: emitAs('END'),
    impression: emitAs('IMPRESSION'),
    interact: emitAs('INTERACT'),
    metrics: () => {
      throw new TypeError('no schema');
    },
  };
}

let openedPage: ReturnType<typeof openPage>;
let sdk: ReturnType<typeof createSdk>;
beforeEach(() => {
  openedPage = openPage();
  sdk = createSdk(openedPage.emit);
});
const observationsOf = (type: string) => openedPage.observations.filter((observation) => observation.type === type);

it('watching an SDK reports a call, its event and its return, in that order and with the same call id', () => {
  openedPage.page.$t = sdk;
  sdk.interact({ type: 'TOUCH', id: 'next' });
  expect(openedPage.observations.map(({ type }) => type)).toEqual(['sdk', 'called', 'emitted', 'returned']);
  expect(observationsOf('called')[0]).toMatchObject({
    method: 'interact',
    args: [{ type: 'TOUCH', id: 'next' }],
    callId: 'doc.1',
  });
  expect(observationsOf('emitted')[0]).toMatchObject({ callId: 'doc.1', event: { eid: 'INTERACT' } });
});

it('watching an SDK reports the page’s URL with each call, event and request, also after a route change in a single-page app', async () => {
  const { location } = openedPage.page as unknown as { location: { href: string } };
  openedPage.page.$t = sdk;
  sdk.interact({});
  location.href = 'http://localhost/lesson/#/quiz';
  sdk.interact({});
  openedPage.emit({ eid: 'LOG', edata: {} });
  await openedPage.page.fetch('/v1/telemetry', { method: 'POST', body: '{"events":[{"eid":"LOG"}]}' });
  const [before, after] = ['http://localhost/lesson/', 'http://localhost/lesson/#/quiz'];
  expect(observationsOf('called').map(({ pageUrl }) => pageUrl)).toEqual([before, after]);
  // An event that is emitted during a call has no URL, because its call has the URL.
  expect(observationsOf('emitted').map(({ pageUrl }) => pageUrl)).toEqual([undefined, undefined, after]);
  expect(observationsOf('sending').map(({ pageUrl }) => pageUrl)).toEqual([after]);
});

it('watching an SDK truncates a very long URL of the page', () => {
  openedPage.page.$t = sdk;
  Object.assign(openedPage.page.location, { href: `http://localhost/#${'x'.repeat(1_000_000)}` });
  sdk.interact({});
  expect(observationsOf('called')[0]?.pageUrl).toBe(`http://localhost/#${'x'.repeat(2_000)}`.slice(0, 2_000));
});

it('a call has the user action and the call stack that preceded it only if these are recorded', () => {
  const calls: HookObservation[] = [];
  const page = createPage();
  const channel = channelTo((text) => {
    calls.push(...readReport(text).observations.filter(({ type }) => type === 'called'));
  });
  const readOrigin = () => ({ stack: '    at pressPlay (http://localhost/a.js:3:5)', action: undefined });
  startHook({ page, channel, part: 'doc', restoreListeners, readOrigin });
  Object.assign(page, { $t: createSdk(() => undefined) });
  (page.$t as typeof sdk).interact({});
  expect(calls).toMatchObject([{ origin: { stack: [{ name: 'pressPlay', line: 3 }] } }]);
  openedPage.page.$t = sdk;
  sdk.interact({});
  expect(observationsOf('called')[0]).not.toHaveProperty('origin');
});

it('watching an SDK reports a call when it returns, together with calls that its listeners make', () => {
  const reports: string[][] = [];
  const page = createPage();
  const channel = channelTo((text) => void reports.push(readReport(text).observations.map(({ type }) => type)));
  startHook({ page, channel, part: 'doc', restoreListeners });
  const ownSdk = createSdk((detail) => page.dispatchEvent(new CustomEvent('TelemetryEvent', { detail })));
  Object.assign(page, { $t: ownSdk });
  page.addEventListener('TelemetryEvent', (event) => {
    if ((event as CustomEvent).detail.eid === 'INTERACT') ownSdk.impression({});
  });
  ownSdk.interact({});
  expect(reports).toEqual([['sdk'], ['called', 'emitted', 'called', 'emitted', 'returned', 'returned']]);
});

it('watching an SDK reports an unfinished call if the page unloads during the call', () => {
  openedPage.page.$t = sdk;
  const typesAtUnload: string[] = [];
  openedPage.page.addEventListener('TelemetryEvent', () => {
    openedPage.page.dispatchEvent(Object.assign(new Event('pagehide'), { persisted: false }));
    typesAtUnload.push(...openedPage.observations.map(({ type }) => type));
  });
  sdk.interact({});
  expect(typesAtUnload).toEqual(['sdk', 'called', 'emitted']);
});

it('watching an SDK copies the arguments before the SDK changes them', () => {
  sdk.end = (data: unknown) => {
    (data as { duration: number }).duration = 99;
    return 0;
  };
  openedPage.page.$t = sdk;
  sdk.end({ type: 'app' });
  expect(observationsOf('called')[0]?.args).toEqual([{ type: 'app' }]);
});

it('watching an SDK reports the arguments and the event as they were during the call, even if the page changes them in the same task', async () => {
  openedPage.page.$t = sdk;
  const data = { type: 'TOUCH', extra: { values: ['first'] } };
  sdk.interact(data);
  data.extra.values.push('later');
  await Promise.resolve();
  expect(observationsOf('called')[0]?.args).toEqual([{ type: 'TOUCH', extra: { values: ['first'] } }]);
  expect(observationsOf('emitted')[0]?.event).toEqual({
    eid: 'INTERACT',
    edata: { type: 'TOUCH', extra: { values: ['first'] } },
  });
});

it('watching an SDK serializes its reports without a toJSON that the page adds to Object.prototype in the same task', async () => {
  const fast = openPage(() => 1);
  const ownSdk = createSdk(fast.emit);
  fast.page.$t = ownSdk;
  ownSdk.interact({ values: [{ id: 'next' }] });
  const poisoned = Object.prototype as { toJSON?: () => string };
  poisoned.toJSON = () => 'poisoned';
  try {
    await Promise.resolve();
  } finally {
    delete poisoned.toJSON;
  }
  expect(fast.observations.find(({ type }) => type === 'called')).toMatchObject({
    args: [{ values: [{ id: 'next' }] }],
  });
  expect(fast.observations.find(({ type }) => type === 'emitted')).toMatchObject({
    event: { edata: { values: [{ id: 'next' }] } },
  });
});

it('watching an SDK wraps an object with four global names once, and reports its preferred name', () => {
  for (const name of ['telemetry', 'Telemetry', 'EkTelemetry', '$t']) openedPage.page[name] = sdk;
  sdk.impression({});
  expect(observationsOf('called')).toHaveLength(1);
  expect(observationsOf('sdk').at(-1)).toMatchObject({ global: '$t', sdk: 0 });
});

it('watching an SDK finds an SDK that was defined before the hook', () => {
  const page: Record<string, unknown> & Page = createPage();
  Object.assign(page, { EkTelemetry: sdk });
  const reports: string[] = [];
  const channel = channelTo((text) => void reports.push(text));
  startHook({ page, channel, part: 'doc', restoreListeners });
  sdk.interact({});
  expect(reports.some((text) => text.includes('"method":"interact"'))).toBe(true);
});

it('watching an SDK finds an SDK that replaces another one at run time', () => {
  openedPage.page.$t = createSdk(openedPage.emit);
  openedPage.page.$t = sdk;
  sdk.interact({});
  expect(observationsOf('called')).toHaveLength(1);
});

it('watching an SDK finds an SDK that bypassed the accessor once the SDK emits an event', () => {
  Object.defineProperty(openedPage.page, '$t', { value: sdk, configurable: true });
  sdk.impression({});
  sdk.interact({});
  expect(observationsOf('called').map(({ method }) => method)).toEqual(['interact']);
  expect(observationsOf('emitted')).toHaveLength(2);
});

it('watching an SDK ignores a $t that is not an SDK', () => {
  const translate = (key: string) => key;
  openedPage.page.$t = translate;
  expect(openedPage.page.$t).toBe(translate);
  expect(openedPage.observations).toEqual([]);
});

it('watching an SDK counts a wrapper around the SDK and the wrapped call as one call', () => {
  openedPage.page.EkTelemetry = sdk;
  const inner = sdk.interact;
  openedPage.page.$t = { ...sdk, interact: (data: unknown) => inner(data) };
  (openedPage.page.$t as typeof sdk).interact({});
  expect(observationsOf('called')).toHaveLength(1);
});

it('watching an SDK counts a call that a listener makes as a separate call', () => {
  openedPage.page.$t = sdk;
  openedPage.page.addEventListener(
    'TelemetryEvent',
    (event) => {
      if ((event as CustomEvent).detail.edata.id === 'first') sdk.interact({ id: 'second' });
    },
    { once: true },
  );
  sdk.interact({ id: 'first' });
  expect(observationsOf('called')).toHaveLength(2);
});

it('a watched method has the same return value, exception, name, length and source for the page', () => {
  const original = sdk.interact;
  const source = original.toString();
  const toStringSource = Function.prototype.toString.call(Function.prototype.toString);
  openedPage.page.$t = sdk;
  expect(sdk.interact({}, 1, 2)).toBe(2);
  expect(() => sdk.metrics()).toThrow(new TypeError('no schema'));
  expect(sdk.interact.name).toBe(original.name);
  expect(sdk.interact.length).toBe(original.length);
  expect(openedPage.page.Function.prototype.toString.call(sdk.interact)).toBe(source);
  const { toString: read } = openedPage.page.Function.prototype;
  expect(read.call(read)).toBe(toStringSource);
  expect(observationsOf('threw')[0]).toMatchObject({ message: 'TypeError: no schema' });
});

it('a watched SDK is a plain, enumerable, replaceable global for the page', () => {
  openedPage.page.$t = sdk;
  expect(openedPage.page.$t).toBe(sdk);
  expect(Object.keys(openedPage.page)).toContain('$t');
  expect(delete openedPage.page.$t).toBe(true);
  expect(openedPage.page.$t).toBeUndefined();
});

it('the page has no global property for an SDK before the SDK is defined', () => {
  expect(Object.keys(openedPage.page)).not.toContain('$t');
  expect(openedPage.page.$t).toBeUndefined();
});

it('a frozen SDK is not modified, and its events are recorded', () => {
  const frozen = Object.freeze(sdk);
  openedPage.page.$t = frozen;
  expect(frozen.interact({})).toBe(0);
  expect(observationsOf('emitted')).toHaveLength(1);
});

it('a watched SDK works although the page replaces built-ins later', () => {
  const { stringify } = JSON;
  openedPage.page.$t = sdk;
  JSON.stringify = () => 'replaced';
  try {
    sdk.interact({ id: 'x' });
  } finally {
    JSON.stringify = stringify;
  }
  expect(observationsOf('called')[0]).toMatchObject({ args: [{ id: 'x' }] });
});

it('console messages of the SDK during a call are reported with the call', () => {
  sdk.interact = () => {
    (openedPage.page as { console: Console }).console.error('Invalid INTERACT Event: data should have id');
    return 0;
  };
  openedPage.page.$t = sdk;
  sdk.interact({});
  expect(observationsOf('logged')).toMatchObject([
    { callId: 'doc.1', level: 'error', message: 'Invalid INTERACT Event: data should have id' },
  ]);
});

it('console messages of the SDK outside calls are not observed, and the page’s console is restored', () => {
  const { error } = (openedPage.page as { console: Console }).console;
  openedPage.page.$t = sdk;
  expect(() => sdk.metrics()).toThrow();
  sdk.interact({});
  expect((openedPage.page as { console: Console }).console.error).toBe(error);
});

it('a console method that the SDK stores during a call reports its later messages with no call', () => {
  const { console } = openedPage.page as { console: Console };
  let storedError: Console['error'] | null = null;
  sdk.interact = () => {
    storedError ??= console.error;
    storedError('Invalid INTERACT Event: data should have id');
    return 0;
  };
  openedPage.page.$t = sdk;
  sdk.interact({ id: 'first' });
  sdk.interact({ id: 'second' });
  (storedError as Console['error'] | null)?.('outside');
  expect(observationsOf('logged')).toMatchObject([{ callId: 'doc.1' }]);
});

it('a console message of a call inside another call is reported with the inner call only', () => {
  const { console } = openedPage.page as { console: Console };
  sdk.interact = () => {
    sdk.impression({});
    return 0;
  };
  sdk.impression = () => {
    console.error('Invalid IMPRESSION Event: ');
    return 0;
  };
  openedPage.page.$t = sdk;
  sdk.interact({});
  expect(observationsOf('logged')).toMatchObject([{ callId: 'doc.2' }]);
});

it('the console is wrapped once for a call inside another call, because a stack overflow may leave wrappers', () => {
  const { console } = openedPage.page as { console: Console };
  const { error } = console;
  const wrappers: unknown[] = [];
  sdk.interact = () => {
    wrappers.push(console.error);
    sdk.impression({});
    return 0;
  };
  sdk.impression = () => wrappers.push(console.error);
  openedPage.page.$t = sdk;
  sdk.interact({});
  expect(wrappers[0]).not.toBe(error);
  expect(wrappers[1]).toBe(wrappers[0]);
  expect(console.error).toBe(error);
});

it('a call that the hook could not register completely, as in a stack overflow, is not running when it has ended', () => {
  const running: RunningCall[] = [];
  const overflow = () => {
    throw new RangeError('Maximum call stack size exceeded');
  };
  const called = () => {
    running.push({ id: 'doc.1', method: 'interact', emitted: false });
    return overflow();
  };
  const page = createPage();
  watchSdks(page, { running, called, returned: overflow, threw: overflow, found: () => undefined });
  Object.assign(page, { $t: sdk });
  expect(sdk.interact({}, 1)).toBe(1);
  expect(running).toEqual([]);
});

describe('promises', () => {
  const THEN = 'then';

  it('a call that returns a promise ends when the promise settles', async () => {
    sdk.start = (() => Promise.resolve('did')) as unknown as typeof sdk.start;
    openedPage.page.$t = sdk;
    expect(await sdk.start({})).toBe('did');
    expect(observationsOf('returned').map(({ settled }) => settled)).toEqual([false, true]);
  });

  /** Imitates the promise of zone.js, which is no subclass of the browser's promise. */
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
    const original = new ZonePromise(Promise.resolve('did'));
    sdk.start = (() => original) as unknown as typeof sdk.start;
    openedPage.page.$t = sdk;
    const result = sdk.start({}) as unknown;
    expect(result).toBeInstanceOf(ZonePromise);
    expect([original.reads, original.thens]).toEqual([1, 1]);
    expect(await (result as PromiseLike<unknown>)).toBe('did');
    expect(observationsOf('returned').map(({ settled }) => settled)).toEqual([false, true]);
  });

  it('a call that returns a promise of another class leaves its rejection unhandled for the page', async () => {
    sdk.start = (() => new ZonePromise(Promise.reject(new Error('no')))) as unknown as typeof sdk.start;
    openedPage.page.$t = sdk;
    const result = sdk.start({}) as unknown as ZonePromise;
    await expect(result.promise).rejects.toThrow('no');
    expect(ZonePromise.rejected).toContain(result);
    expect(observationsOf('threw')).toMatchObject([{ message: 'Error: no' }]);
  });

  it('a call that returns a thenable with more methods, such as a jqXHR, passes that same object to the page', async () => {
    const request = { abort: () => undefined, [THEN]: (...reactions: never[]) => ({ [THEN]: reactions }) };
    sdk.start = (() => request) as unknown as typeof sdk.start;
    openedPage.page.$t = sdk;
    expect(sdk.start({})).toBe(request);
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
    const thenable = { [THEN]: then };
    sdk.start = (() => thenable) as unknown as typeof sdk.start;
    openedPage.page.$t = sdk;
    expect(sdk.start({})).toBe(thenable);
  });

  it('a call of an async function returns its own promise even if the page has replaced Promise.prototype.then, as zone.js does', async () => {
    const { then } = Promise.prototype;
    sdk.start = (async () => 'did') as unknown as typeof sdk.start;
    openedPage.page.$t = sdk;
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
    expect(observationsOf('returned').map(({ settled }) => settled)).toEqual([false, true]);
  });

  it('a call that returns a rejected promise rejects for the page as without the hook', async () => {
    sdk.start = (() => Promise.reject(new Error('no fingerprint'))) as unknown as typeof sdk.start;
    openedPage.page.$t = sdk;
    await expect(sdk.start({})).rejects.toThrow('no fingerprint');
    expect(observationsOf('threw')).toMatchObject([{ message: 'Error: no fingerprint' }]);
  });
});

describe('transports', () => {
  const body = '{"id":"api.telemetry","events":[{"eid":"INTERACT","edata":{}}]}';
  const capturedRequests = () =>
    observationsOf('sending').map(({ transport, url, encoding, body: text }) => ({ transport, url, encoding, text }));
  const url = 'http://localhost/v1/telemetry';

  it.each([
    ['text', () => body],
    ['a Blob', (page: Page) => new page.Blob([body.slice(0, 9), body.slice(9)])],
    ['a typed array', () => new TextEncoder().encode(body)],
    ['an ArrayBuffer', () => new TextEncoder().encode(body).buffer],
    ['a File', (page: Page) => new page.File([body], 'batch.json')],
    ['a Blob of a Blob', (page: Page) => new page.Blob([new page.Blob([body])])],
  ])('requests with telemetry are captured if a beacon sends them as %s', (_what, make) => {
    const { page } = openedPage;
    expect(page.navigator.sendBeacon('/v1/telemetry', make(page))).toBe(true);
    expect(capturedRequests()).toEqual([{ transport: 'beacon', url, encoding: 'text', text: body }]);
    expect(observationsOf('ended')).toMatchObject([{ end: 'queued' }]);
  });

  it('requests with telemetry are captured with a form as the body, with its fields', () => {
    const form = new FormData();
    form.append('app', 'x');
    form.append('batch', body);
    openedPage.page.navigator.sendBeacon('/v1/telemetry', form);
    const [request] = observationsOf('sending');
    expect(telemetryOfText(`${request?.body}`)).toMatchObject({
      json: JSON.parse(body),
      shape: { form: { type: 'multipart', field: 'batch', hasOtherFields: true } },
    });
    openedPage.page.navigator.sendBeacon('/v1/telemetry', new URLSearchParams({ event: body }));
    expect(telemetryOfText(`${observationsOf('sending')[1]?.body}`)?.shape.form?.type).toBe('urlencoded');
  });

  it('requests with telemetry are captured by fetch of a Request that was created from another Request', async () => {
    const first = new openedPage.page.Request(url, { method: 'POST', body });
    await openedPage.page.fetch(new openedPage.page.Request(first, { credentials: 'omit' }));
    await openedPage.page.fetch(
      new openedPage.page.Request(new openedPage.page.Request(url), { method: 'POST', body }),
    );
    expect(capturedRequests().map(({ text }) => text)).toEqual([body, body]);
  });

  it('requests with telemetry are captured with a Blob as the body, and their response is reported after the Blob is read', async () => {
    const blob = new Blob([body]);
    await openedPage.page.fetch('/v1/telemetry', { method: 'POST', body: blob });
    await expect.poll(() => observationsOf('ended')).toMatchObject([{ end: 'responded', status: 200 }]);
    expect(capturedRequests()).toEqual([{ transport: 'fetch', url, encoding: 'text', text: body }]);
    expect(openedPage.observations.map(({ type }) => type)).toEqual(['sending', 'ended']);
  });

  it('requests are reported as unread until their Blob is read if the page has emitted telemetry', async () => {
    openedPage.page.dispatchEvent(new CustomEvent('TelemetryEvent', { detail: { eid: 'LOG' } }));
    await openedPage.page.fetch('/upload', { method: 'POST', body: new Blob(['hello']) });
    await expect.poll(() => openedPage.observations.map(({ type }) => type)).toEqual(['emitted', 'unread', 'read']);
    await openedPage.page.fetch('/upload', {
      method: 'POST',
      body: new ReadableStream(),
      duplex: 'half',
    } as RequestInit);
    expect(observationsOf('unread')).toMatchObject([{ by: 'page' }, { by: 'page' }]);
    expect(observationsOf('read')).toHaveLength(1);
  });

  it('requests with telemetry are captured by fetch, with the response', async () => {
    await openedPage.page.fetch('/v1/telemetry', { method: 'POST', body });
    expect(capturedRequests()).toEqual([{ transport: 'fetch', url, encoding: 'text', text: body }]);
    expect(observationsOf('ended')).toMatchObject([{ end: 'responded', status: 200 }]);
  });

  it('requests with telemetry are captured by fetch of a Request', async () => {
    await openedPage.page.fetch(new openedPage.page.Request(url, { method: 'POST', body }));
    expect(capturedRequests()).toEqual([{ transport: 'fetch', url, encoding: 'text', text: body }]);
  });

  it('requests with telemetry fail for the page as without the hook', async () => {
    const page = createPage();
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
    const xhr = new openedPage.page.XMLHttpRequest();
    xhr.open('POST', '/v1/telemetry', isAsync);
    xhr.send(body);
    expect(capturedRequests()).toEqual([{ transport, url, encoding: 'text', text: body }]);
    expect(observationsOf('ended')).toMatchObject([{ end: 'responded', status: 500 }]);
  });

  it('requests with telemetry that a page sends with one XMLHttpRequest have their own responses', () => {
    const xhr = new openedPage.page.XMLHttpRequest();
    let unsent = 2;
    const send = (): void => {
      if (unsent === 0) return;
      unsent -= 1;
      xhr.open('POST', '/v1/telemetry');
      xhr.send(body);
    };
    xhr.addEventListener('load', send);
    send();
    expect(observationsOf('ended').map(({ end, status }) => [end, status])).toEqual([
      ['responded', 500],
      ['responded', 500],
    ]);
  });

  it('a request fails if the page calls send() again on its open XMLHttpRequest, which throws', () => {
    class OpenXhr extends openedPage.page.XMLHttpRequest {
      isSent = false;
      override send() {
        if (this.isSent) throw new DOMException('already sent', 'InvalidStateError');
        this.isSent = true;
      }
    }
    const page = createPage();
    const observations: HookObservation[] = [];
    const channel = channelTo((text) => void observations.push(...readReport(text).observations));
    Object.assign(page, { XMLHttpRequest: OpenXhr });
    Object.assign(OpenXhr.prototype, { open: openedPage.page.XMLHttpRequest.prototype.open });
    startHook({ page, channel, part: 'doc', restoreListeners });
    const xhr = new page.XMLHttpRequest();
    xhr.open('POST', '/v1/telemetry');
    xhr.send(body);
    expect(() => xhr.send(body)).toThrow('already sent');
    Object.assign(xhr, { status: 200, readyState: 4 });
    xhr.dispatchEvent(new Event('readystatechange'));
    const endsOf = (requestId: unknown) =>
      observations.filter((observation) => observation.type === 'ended' && observation.requestId === requestId);
    const [sent, thrown] = observations.flatMap(({ type, requestId }) => (type === 'sending' ? [requestId] : []));
    expect(endsOf(sent)).toMatchObject([{ end: 'responded', status: 200 }]);
    expect(endsOf(thrown)).toMatchObject([{ end: 'failed', message: 'InvalidStateError: already sent' }]);
  });

  it('a request fails if sendBeacon throws, as for a URL that is not HTTP', () => {
    const page = createPage();
    page.Navigator.prototype.sendBeacon = () => {
      throw new TypeError('Beacons are only supported over HTTP(S).');
    };
    const observations: HookObservation[] = [];
    const channel = channelTo((text) => void observations.push(...readReport(text).observations));
    startHook({ page, channel, part: 'doc', restoreListeners });
    expect(() => page.navigator.sendBeacon('ftp://localhost/', body)).toThrow(TypeError);
    expect(observations).toMatchObject([
      { type: 'sending' },
      { type: 'ended', end: 'failed', message: 'TypeError: Beacons are only supported over HTTP(S).' },
    ]);
  });

  it('requests with telemetry are reported still compressed if their body is gzip', () => {
    const xhr = new openedPage.page.XMLHttpRequest();
    xhr.open('POST', '/v1/telemetry');
    xhr.setRequestHeader('Content-Encoding', 'gzip');
    xhr.send(new Uint8Array([31, 139, 8]));
    expect(capturedRequests()).toEqual([
      { transport: 'xhr', url, encoding: 'base64', text: btoa('\u001f\u008b\u0008') },
    ]);
  });

  it('requests with telemetry are reported as text if their header says gzip but their body is text', async () => {
    await openedPage.page.fetch('/v1/telemetry', { method: 'POST', body, headers: { 'content-encoding': 'gzip' } });
    const xhr = new openedPage.page.XMLHttpRequest();
    xhr.open('POST', '/v1/telemetry');
    xhr.setRequestHeader('Content-Encoding', 'gzip');
    xhr.send(body);
    expect(capturedRequests().map(({ encoding, text }) => [encoding, text])).toEqual([
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
    await openedPage.page.fetch('/v1/telemetry', { method: 'POST', body: text });
    openedPage.page.navigator.sendBeacon('/v1/telemetry', text);
    expect(observationsOf('sending').map((sending) => sending.body)).toEqual([text, text]);
    expect(openedPage.observations).toHaveLength(4);
  });

  it('requests without telemetry are not reported', async () => {
    await openedPage.page.fetch('/login', { method: 'POST', body: '{"password":"secret"}' });
    openedPage.page.navigator.sendBeacon('/ping', new openedPage.page.Blob(['hello']));
    expect(openedPage.observations).toEqual([]);
  });

  it('requests with telemetry leave the Blob class and its objects unchanged for the page', async () => {
    const blob = new openedPage.page.Blob([body], { type: 'application/json' });
    expect(blob).toBeInstanceOf(openedPage.page.Blob);
    expect(blob.constructor).toBe(openedPage.page.Blob);
    expect(await blob.text()).toBe(body);
  });
});

describe('commands of the panel', () => {
  const fire = (method: string, args: unknown[]) =>
    openedPage.relay.sendCommand(JSON.stringify({ type: 'fire', requestId: 'r1', sdk: 0, method, args }));

  it('a command of the panel fires an event through the SDK, marked with the request id', () => {
    openedPage.page.$t = sdk;
    fire('interact', [{ id: 'by-hand' }]);
    expect(observationsOf('called')[0]).toMatchObject({ firedBy: 'r1', args: [{ id: 'by-hand' }] });
    sdk.interact({});
    expect(observationsOf('called')[1]).toMatchObject({ firedBy: null });
  });

  it('a command of the panel is reported as not fired if there is no SDK', () => {
    fire('interact', []);
    expect(observationsOf('not-fired')).toMatchObject([{ requestId: 'r1' }]);
  });

  it('a command of the panel that fires a call does not throw the call’s exception into the page', () => {
    openedPage.page.$t = sdk;
    fire('metrics', []);
    expect(observationsOf('threw')[0]).toMatchObject({ message: 'TypeError: no schema' });
  });

  it('a stop command stops the hook, and a new relay restarts the same hook', () => {
    openedPage.page.$t = sdk;
    let dispatches = 0;
    openedPage.documentOfPage.addEventListener('name', () => {
      dispatches += 1;
    });
    openedPage.stopAccepting();
    openedPage.relay.sendCommand('{"type":"stop"}');
    const before = dispatches;
    sdk.interact({});
    expect(dispatches).toBe(before);
    expect(openHookChannel(openedPage.documentOfPage, 'other', () => undefined)).toBeNull();
    openedPage.relay.announceRelay();
    sdk.interact({});
    expect(dispatches).toBeGreaterThan(before);
  });
});

describe('forged events', () => {
  const forgedDetails = [
    '{',
    'null',
    '{"type":"fire"}',
    '{"type":"fire","sdk":0,"method":{"toString":1}}',
    '{"type":"stop"}',
  ];
  const extensionNames = ['telemetry-v3-devtools:hook', 'telemetry-v3-devtools:relay', 'telemetry-v3-devtools:name'];
  const documentEventTypes = [...extensionNames, 'name', 'name:command'];

  it.each(documentEventTypes)(
    'an event with the extension’s name that a page forges causes no exception: %s',
    (type) => {
      for (const event of [new Event(type), ...forgedDetails.map((detail) => new CustomEvent(type, { detail }))]) {
        expect(() => openedPage.documentOfPage.dispatchEvent(event)).not.toThrow();
      }
    },
  );

  it.each(['TelemetryEvent', 'telemetryEvent', 'load', 'pagehide'])(
    'a plain event with a name that the hook subscribes to causes no exception: %s',
    (type) => {
      expect(() => openedPage.page.dispatchEvent(new Event(type))).not.toThrow();
    },
  );

  it('a stop command that a page forges does not stop a hook whose relay is connected', () => {
    openedPage.page.$t = sdk;
    openedPage.documentOfPage.dispatchEvent(new CustomEvent('name:command', { detail: '{"type":"stop"}' }));
    sdk.interact({});
    expect(observationsOf('called')).toHaveLength(1);
  });
});

it('an SDK whose settings throw causes no exception in the page, and its later calls are recorded', () => {
  openedPage.page.$t = sdk;
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
  expect(observationsOf('emitted')).toHaveLength(2);
  expect(observationsOf('called').at(-1)).toMatchObject({ args: [{ id: 2 }] });
});

it('an SDK whose result or console throws on access causes no exception in the page', () => {
  const throwing = () => {
    throw new Error('no');
  };
  const result = new Proxy({}, { get: throwing, getPrototypeOf: throwing });
  sdk.interact = (() => result) as unknown as typeof sdk.interact;
  openedPage.page.$t = sdk;
  const { error } = (openedPage.page as { console: Console }).console;
  Object.defineProperty(openedPage.page.console, 'info', { value: () => undefined, writable: false });
  expect(sdk.interact({})).toBe(result);
  expect((openedPage.page as { console: Console }).console.error).toBe(error);
  expect(observationsOf('returned')).toMatchObject([{ settled: true }]);
});

it('an SDK of another frame is watched only by the hook of that frame', () => {
  const frameSdk = runInNewContext(
    `({ calls: 0, start() { this.calls += 1; }, end() {}, impression() {}, interact() { return this; } })`,
  ) as typeof sdk;
  const { start } = frameSdk;
  openedPage.page.$t = frameSdk;
  expect(frameSdk.start).toBe(start);
  expect(frameSdk.interact({})).toBe(frameSdk);
  expect(openedPage.observations).toEqual([]);
});

it('the hook queues its reports until the relay is connected', () => {
  const page = createPage();
  const documentOfPage = new EventTarget();
  const channel = openHookChannel(documentOfPage, 'name', () => undefined);
  if (!channel) throw new Error('The document already has a hook.');
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
