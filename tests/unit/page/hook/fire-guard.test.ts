// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { guardNextEvent } from '#page/hook/fire-guard';

const THEN = 'then';
const failing = (): never => {
  throw new Error('not readable');
};
const cdataEntry = { id: 'telemetry-v3-devtools', type: 'FiredManually' };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  Reflect.deleteProperty(window, '$t');
});

/** Imitates SDK 2.x, which keeps the options of a call and creates a new context for each event. */
class Sdk2 {
  _currentContext: Record<string, unknown> = { sid: 'of the page' };
  readonly global = { cdata: [{ id: 'a', type: 'Own' }] };
  getEvent(eid: string, edata: unknown) {
    return { eid, edata, context: { ...this.global, ...this._currentContext } };
  }
  interact(data: unknown, options?: { context?: Record<string, unknown> }) {
    if (options?.context) this._currentContext = options.context;
    return this.getEvent('INTERACT', data);
  }
}

function installSdk2(): Sdk2 {
  const sdk = new Sdk2();
  Reflect.set(window, '$t', sdk);
  return sdk;
}

it('an event that is fired manually through SDK 2.x is marked, but not the next event of the page or the page’s own cdata', () => {
  const $t = installSdk2();
  guardNextEvent('interact', JSON.stringify({ id: 'x' }), cdataEntry);
  expect($t.interact({ id: 'x' }).context.cdata).toEqual([{ id: 'a', type: 'Own' }, cdataEntry]);
  expect($t.interact({ id: 'x' }).context.cdata).toEqual([{ id: 'a', type: 'Own' }]);
  expect(Object.keys($t)).not.toContain('getEvent');
});

it.each(['get', 'set', 'value', 'writable', 'configurable'])(
  'an event that is fired manually through SDK 2.x is marked even if the page defines %s on Object.prototype',
  (name) => {
    const $t = installSdk2();
    Object.defineProperty(Object.prototype, name, { value: () => undefined, configurable: true, writable: true });
    try {
      guardNextEvent('interact', '{"id":"x"}', cdataEntry);
      const { cdata } = $t.interact({ id: 'x' }).context;
      Reflect.deleteProperty(Object.prototype, name);
      expect(cdata).toContainEqual(cdataEntry);
      expect(Object.keys($t)).not.toContain('getEvent');
    } finally {
      Reflect.deleteProperty(Object.prototype, name);
    }
  },
);

it('an event that is fired manually through SDK 2.x does not leak its options into the page’s own events', () => {
  const $t = installSdk2();
  guardNextEvent('interact', JSON.stringify({ id: 'x' }), cdataEntry);
  expect($t.interact({ id: 'x' }, { context: { env: 'hand' } }).context).toMatchObject({ env: 'hand' });
  expect($t.interact({ id: 'y' }).context).toEqual({ ...$t.global, sid: 'of the page' });
});

it('an event that is fired manually through SDK 2.x is distinguished from an event of the page by its content', () => {
  const $t = installSdk2();
  guardNextEvent('interact', JSON.stringify({ id: 'x' }), cdataEntry);
  expect($t.interact({ id: 'other' }).context.cdata).toEqual([{ id: 'a', type: 'Own' }]);
  expect($t.interact({ id: 'x', duration: 3 }).context.cdata).toContainEqual(cdataEntry);
});

it('an event that is fired manually through SDK 2.x without an entry in cdata does not leak its options', () => {
  const $t = installSdk2();
  guardNextEvent('interact', JSON.stringify({}), null);
  expect($t.interact({}, { context: { cdata: [] } }).context.cdata).toEqual([]);
  expect($t._currentContext).toEqual({ sid: 'of the page' });
});

it('an event that is fired manually through SDK 2.x causes no exception in an earlier call of the page with any arguments', () => {
  const $t = installSdk2();
  guardNextEvent('interact', JSON.stringify({ id: 'x' }), cdataEntry);
  const cycle: Record<string, unknown> = { id: 'other' };
  cycle.self = cycle;
  const unreadable = Object.defineProperty({ id: 'other' }, 'type', { enumerable: true, get: failing });
  for (const data of [cycle, { id: 'other', big: 10n }, unreadable]) expect($t.interact(data).edata).toBe(data);
  expect($t.interact({ id: 'x' }).context.cdata).toContainEqual(cdataEntry);
});

it('an event that is fired manually through SDK 2.x does not leak its options if the call returns a promise of any class', () => {
  const $t = installSdk2();
  const context = { env: 'hand' };
  let settle = (): void => undefined;
  const thenable = {
    [THEN]: (onFulfilled: () => void) => {
      settle = onFulfilled;
    },
  };
  Object.defineProperty($t, 'interact', { value: () => thenable, configurable: true });
  guardNextEvent('interact', '{}', null);
  expect(($t.interact as (data: unknown, options: unknown) => unknown)({}, { context })).toBe(thenable);
  $t._currentContext = context;
  settle();
  expect($t._currentContext).toEqual({ sid: 'of the page' });
});

it('an event that is fired manually through SDK 2.x and is never emitted leaves the page unchanged after five seconds', () => {
  const $t = installSdk2();
  guardNextEvent('interact', JSON.stringify({}), cdataEntry);
  vi.advanceTimersByTime(5_000);
  expect($t.interact({}).context.cdata).toHaveLength(1);
});

/** Imitates SDK 1.x, which is a function with methods, and whose state is in the window. */
function installSdk1() {
  Reflect.set(window, '_currentContext', { sid: 'of the page' });
  const emitted: unknown[] = [];
  const $t = Object.assign(() => undefined, {
    log(data: unknown, options?: Record<string, unknown>) {
      for (const part of ['Context', 'Actor']) {
        const option = options?.[part.toLowerCase()];
        if (option) Reflect.set(window, `_current${part}`, option);
      }
      const detail = { eid: 'LOG', edata: data, actor: currentPart('Actor'), context: currentPart('Context') };
      emitted.push(structuredClone(detail));
      if ((data as { isValid?: boolean }).isValid !== false) {
        document.dispatchEvent(new CustomEvent('TelemetryEvent', { detail }));
      }
    },
  });
  Reflect.set(window, '$t', $t);
  Reflect.set(window, 'Telemetry', $t);
  return { $t, emitted };
}

function currentPart(part: string): unknown {
  return Reflect.get(window, `_current${part}`);
}

describe('SDK 1.x', () => {
  afterEach(() => {
    for (const name of ['Telemetry', '_currentContext', '_currentActor']) Reflect.deleteProperty(window, name);
  });

  it.each([[true], [false]])(
    'an event that is fired manually through SDK 1.x does not leak its options into the page’s own events, emitted or not: %s',
    (isValid) => {
      const { $t, emitted } = installSdk1();
      const { log } = $t;
      guardNextEvent('log', JSON.stringify({ isValid }), cdataEntry);
      $t.log({ isValid }, { context: { env: 'hand' }, actor: { id: 'hand' } });
      $t.log({ of: 'page' });
      expect(emitted).toMatchObject([
        { context: { env: 'hand' }, actor: { id: 'hand' } },
        { context: { sid: 'of the page' }, actor: undefined },
      ]);
      expect('_currentActor' in window).toBe(false);
      expect($t.log).toBe(log);
    },
  );

  it('an event that is fired manually through SDK 1.x preserves the options that the page sets itself, before and meanwhile', () => {
    const { $t } = installSdk1();
    guardNextEvent('log', JSON.stringify({ id: 1 }), cdataEntry);
    const pageContext = { sid: 'set before the call' };
    $t.log({ of: 'page' }, { context: pageContext });
    expect(currentPart('Context')).toBe(pageContext);
    const listenerContext = { sid: 'set by a listener' };
    const handleEvent = () => {
      document.removeEventListener('TelemetryEvent', handleEvent);
      $t.log({ of: 'listener' }, { context: listenerContext });
    };
    document.addEventListener('TelemetryEvent', handleEvent);
    $t.log({ id: 1 }, { context: { env: 'hand' } });
    expect(currentPart('Context')).toBe(listenerContext);
  });

  it('two manually fired events that are never emitted do not change the cdata of a later event of the page', () => {
    const { $t, emitted } = installSdk1();
    const received: unknown[] = [];
    const handle = (event: Event) => received.push((event as CustomEvent).detail.context.cdata);
    document.addEventListener('TelemetryEvent', handle);
    guardNextEvent('log', JSON.stringify({ id: 1 }), cdataEntry);
    guardNextEvent('log', JSON.stringify({ id: 2 }), cdataEntry);
    vi.advanceTimersByTime(20_000);
    expect(Object.hasOwn(document, 'dispatchEvent')).toBe(false);
    $t.log({ id: 1 });
    $t.log({ id: 2 });
    document.removeEventListener('TelemetryEvent', handle);
    expect(received).toEqual([undefined, undefined]);
    expect(emitted).toHaveLength(2);
  });

  it('an event that is fired manually through SDK 1.x is marked before any listener receives it, and the next event is not', () => {
    const received: unknown[] = [];
    const handle = (event: Event) => received.push(structuredClone((event as CustomEvent).detail));
    document.addEventListener('TelemetryEvent', handle);
    guardNextEvent('log', JSON.stringify({ level: 'INFO' }), cdataEntry);
    const dispatchLog = () => {
      const detail = { eid: 'LOG', edata: { level: 'INFO' }, context: {} };
      document.dispatchEvent(new CustomEvent('TelemetryEvent', { detail }));
    };
    dispatchLog();
    dispatchLog();
    document.removeEventListener('TelemetryEvent', handle);
    expect(received).toEqual([
      expect.objectContaining({ context: { cdata: [cdataEntry] } }),
      expect.objectContaining({ context: {} }),
    ]);
    expect(Object.hasOwn(document, 'dispatchEvent')).toBe(false);
  });
});
