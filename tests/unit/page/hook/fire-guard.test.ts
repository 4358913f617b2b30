// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { guardNextEvent } from '#page/hook/fire-guard';

const THEN = 'then';
const failing = (): never => {
  throw new Error('not for you');
};
const cdataEntry = { id: 'telemetry-v3-devtools', type: 'FiredManually' };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  Reflect.deleteProperty(window, '$t');
});

/** An SDK like 2.x: options stay, and context is recreated for each event. */
class Sdk {
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

function sdk(): Sdk {
  const newSdk = new Sdk();
  Reflect.set(window, '$t', newSdk);
  return newSdk;
}

it('an event that is fired manually through SDK 2.x is marked, but not the next event of the page or the page’s own cdata', () => {
  const $t = sdk();
  guardNextEvent('interact', JSON.stringify({ id: 'x' }), cdataEntry);
  expect($t.interact({ id: 'x' }).context.cdata).toEqual([{ id: 'a', type: 'Own' }, cdataEntry]);
  expect($t.interact({ id: 'x' }).context.cdata).toEqual([{ id: 'a', type: 'Own' }]);
  expect(Object.keys($t)).not.toContain('getEvent');
});

it.each(['get', 'set', 'value', 'writable', 'configurable'])(
  'an event that is fired manually through SDK 2.x is marked even if the page defines %s on Object.prototype',
  (name) => {
    const $t = sdk();
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
  const $t = sdk();
  guardNextEvent('interact', JSON.stringify({ id: 'x' }), cdataEntry);
  expect($t.interact({ id: 'x' }, { context: { env: 'hand' } }).context).toMatchObject({ env: 'hand' });
  expect($t.interact({ id: 'y' }).context).toEqual({ ...$t.global, sid: 'of the page' });
});

it('an event that is fired manually through SDK 2.x is distinguished from one of the page by its content', () => {
  const $t = sdk();
  guardNextEvent('interact', JSON.stringify({ id: 'x' }), cdataEntry);
  expect($t.interact({ id: 'other' }).context.cdata).toEqual([{ id: 'a', type: 'Own' }]);
  expect($t.interact({ id: 'x', duration: 3 }).context.cdata).toContainEqual(cdataEntry);
});

it('an event that is fired manually through SDK 2.x without an entry in cdata does not leak its options', () => {
  const $t = sdk();
  guardNextEvent('interact', JSON.stringify({}), null);
  expect($t.interact({}, { context: { cdata: [] } }).context.cdata).toEqual([]);
  expect($t._currentContext).toEqual({ sid: 'of the page' });
});

it('an event that is fired manually through SDK 2.x causes no exception in an earlier call of the page with any arguments', () => {
  const $t = sdk();
  guardNextEvent('interact', JSON.stringify({ id: 'x' }), cdataEntry);
  const cycle: Record<string, unknown> = { id: 'other' };
  cycle.self = cycle;
  const unreadable = Object.defineProperty({ id: 'other' }, 'type', { enumerable: true, get: failing });
  for (const data of [cycle, { id: 'other', big: 10n }, unreadable]) expect($t.interact(data).edata).toBe(data);
  expect($t.interact({ id: 'x' }).context.cdata).toContainEqual(cdataEntry);
});

it('an event that is fired manually through SDK 2.x does not leak its options if the call returns a promise of any class', () => {
  const $t = sdk();
  const context = { env: 'hand' };
  let settle = (): void => undefined;
  const late = {
    [THEN]: (onFulfilled: () => void) => {
      settle = onFulfilled;
    },
  };
  Object.defineProperty($t, 'interact', { value: () => late, configurable: true });
  guardNextEvent('interact', '{}', null);
  expect(($t.interact as (data: unknown, options: unknown) => unknown)({}, { context })).toBe(late);
  $t._currentContext = context;
  settle();
  expect($t._currentContext).toEqual({ sid: 'of the page' });
});

it('an event that is fired manually through SDK 2.x and is never emitted leaves the page unchanged after five seconds', () => {
  const $t = sdk();
  guardNextEvent('interact', JSON.stringify({}), cdataEntry);
  vi.advanceTimersByTime(5_000);
  expect($t.interact({}).context.cdata).toHaveLength(1);
});

/** An SDK like 1.x: a function with methods, whose `this` is the window. */
function oldSdk() {
  Reflect.set(window, '_currentContext', { sid: 'of the page' });
  const raised: unknown[] = [];
  const $t = Object.assign(() => undefined, {
    log(data: unknown, options?: Record<string, unknown>) {
      for (const part of ['Context', 'Actor']) {
        const given = options?.[part.toLowerCase()];
        if (given) Reflect.set(window, `_current${part}`, given);
      }
      const detail = { eid: 'LOG', edata: data, actor: current('Actor'), context: current('Context') };
      raised.push(structuredClone(detail));
      if ((data as { isValid?: boolean }).isValid !== false) {
        document.dispatchEvent(new CustomEvent('TelemetryEvent', { detail }));
      }
    },
  });
  Reflect.set(window, '$t', $t);
  Reflect.set(window, 'Telemetry', $t);
  return { $t, raised };
}

function current(part: string): unknown {
  return Reflect.get(window, `_current${part}`);
}

describe('SDK 1.x', () => {
  afterEach(() => {
    for (const name of ['Telemetry', '_currentContext', '_currentActor']) Reflect.deleteProperty(window, name);
  });

  it.each([[true], [false]])(
    'an event that is fired manually through SDK 1.x does not leak its options into the page’s own events, emitted or not: %s',
    (isValid) => {
      const { $t, raised } = oldSdk();
      const { log } = $t;
      guardNextEvent('log', JSON.stringify({ isValid }), cdataEntry);
      $t.log({ isValid }, { context: { env: 'hand' }, actor: { id: 'hand' } });
      $t.log({ of: 'page' });
      expect(raised).toMatchObject([
        { context: { env: 'hand' }, actor: { id: 'hand' } },
        { context: { sid: 'of the page' }, actor: undefined },
      ]);
      expect('_currentActor' in window).toBe(false);
      expect($t.log).toBe(log);
    },
  );

  it('an event that is fired manually through SDK 1.x preserves the options that the page sets itself, before and meanwhile', () => {
    const { $t } = oldSdk();
    guardNextEvent('log', JSON.stringify({ id: 1 }), cdataEntry);
    const ofPage = { sid: 'set before the call' };
    $t.log({ of: 'page' }, { context: ofPage });
    expect(current('Context')).toBe(ofPage);
    const meanwhile = { sid: 'set by a listener' };
    const listen = () => {
      document.removeEventListener('TelemetryEvent', listen);
      $t.log({ of: 'listener' }, { context: meanwhile });
    };
    document.addEventListener('TelemetryEvent', listen);
    $t.log({ id: 1 }, { context: { env: 'hand' } });
    expect(current('Context')).toBe(meanwhile);
  });

  it('two manually fired events that are never emitted do not change the cdata of a later event of the page', () => {
    const { $t, raised } = oldSdk();
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
    expect(raised).toHaveLength(2);
  });

  it('an event that is fired manually through SDK 1.x is marked before any listener receives it, and the next event is not', () => {
    const received: unknown[] = [];
    const handle = (event: Event) => received.push(structuredClone((event as CustomEvent).detail));
    document.addEventListener('TelemetryEvent', handle);
    guardNextEvent('log', JSON.stringify({ level: 'INFO' }), cdataEntry);
    const raise = () => {
      const detail = { eid: 'LOG', edata: { level: 'INFO' }, context: {} };
      document.dispatchEvent(new CustomEvent('TelemetryEvent', { detail }));
    };
    raise();
    raise();
    document.removeEventListener('TelemetryEvent', handle);
    expect(received).toEqual([
      expect.objectContaining({ context: { cdata: [cdataEntry] } }),
      expect.objectContaining({ context: {} }),
    ]);
    expect(Object.hasOwn(document, 'dispatchEvent')).toBe(false);
  });
});
