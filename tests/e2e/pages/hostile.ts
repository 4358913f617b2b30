/** The result of a call with hostile arguments, as the page observes it. */
interface Outcome {
  readonly title: string;
  readonly result: string;
}

type Call = (...args: readonly unknown[]) => unknown;

const cycle: Record<string, unknown> = { id: 'cycle' };
cycle.self = cycle;
let deep: Record<string, unknown> = { id: 'bottom' };
for (let level = 0; level < 10_000; level += 1) deep = { deep };

const readKeys: string[] = [];
const recordingProxy = new Proxy(
  { id: 'recorded' },
  {
    get: (target, key) => {
      readKeys.push(String(key));
      return Reflect.get(target, key);
    },
  },
);

const hostile: Readonly<Record<string, () => unknown>> = {
  'a getter that throws': () =>
    Object.defineProperty({ id: 'getter' }, 'type', {
      enumerable: true,
      get() {
        throw new RangeError('not for you');
      },
    }),
  'an accessor, as frameworks create them': () =>
    Object.defineProperty({ id: 'accessor' }, 'type', { enumerable: true, get: () => 'TOUCH' }),
  'a proxy that throws': () =>
    new Proxy(
      {},
      {
        ownKeys() {
          throw new TypeError('no keys');
        },
        getPrototypeOf() {
          throw new TypeError('no prototype');
        },
      },
    ),
  'a proxy that records its reads': () => recordingProxy,
  'a revoked proxy': () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    return proxy;
  },
  'a cycle': () => cycle,
  'a DOM node': () => ({ id: 'node', node: document.body }),
  'the window': () => ({ id: 'window', window }),
  'a BigInt': () => ({ id: 'bigint', big: 10n }),
  'a function': () => ({ id: 'function', run: () => 1 }),
  'a symbol': () => ({ id: 'symbol', [Symbol('key')]: 1, value: Symbol('value') }),
  'a string': () => 'text',
  undefined: () => undefined,
  'an own toJSON method': () => ({ id: 'to-json', toJSON: () => ({ id: 'from-to-json' }) }),
  'a string of 10 MB': () => ({ id: 'long', text: 'x'.repeat(10_000_000) }),
  'an object 10,000 deep': () => ({ id: 'deep', deep }),
};

const sdk = (globalThis as unknown as { readonly $t: Readonly<Record<string, Call>> }).$t;
const shared = globalThis as { hostile?: unknown };

function attempt(title: string, make: () => unknown): Outcome {
  try {
    const result = sdk.interact?.(make());
    return { title, result: `returned ${typeof result}` };
  } catch (problem) {
    return {
      title,
      result: `threw ${problem instanceof Error ? `${problem.name}: ${problem.message}` : typeof problem}`,
    };
  }
}

/** Returns what a page can observe of a method that the hook may have wrapped. */
function describeMethod(holder: object, name: string): unknown {
  const method = Reflect.get(holder, name) as Call;
  const inherited = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(holder), name);
  const own = Object.getOwnPropertyDescriptor(holder, name) ?? inherited;
  const attributes = own && [own.configurable, own.enumerable, own.writable];
  return [name, method.name, method.length, `${method}`.length, Object.keys(method), attributes];
}

/** Replaces built-ins with functions that count their calls, and call the original. */
function countBuiltInCalls(): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  const define = Object.defineProperty;
  const countCallers = (name: string, holder: object, key: string | symbol): void => {
    const original = Reflect.get(holder, key) as Call;
    counts[name] = 0;
    const counting = function (this: unknown, ...args: readonly unknown[]): unknown {
      counts[name] = (counts[name] ?? 0) + 1;
      return new.target ? Reflect.construct(original, args) : Reflect.apply(original, this, args);
    };
    counting.prototype = original.prototype;
    define(holder, key, { value: counting, configurable: true, writable: true, enumerable: false });
  };
  countCallers('JSON.stringify', JSON, 'stringify');
  countCallers('JSON.parse', JSON, 'parse');
  countCallers('CustomEvent', globalThis, 'CustomEvent');
  countCallers('dispatchEvent', EventTarget.prototype, 'dispatchEvent');
  countCallers('addEventListener', EventTarget.prototype, 'addEventListener');
  countCallers('Object.defineProperty', Object, 'defineProperty');
  countCallers('Object.keys', Object, 'keys');
  for (const name of ['push', 'join', 'indexOf', 'map', 'filter', 'forEach', 'slice', 'includes']) {
    countCallers(`Array.prototype.${name}`, Array.prototype, name);
  }
  countCallers('String.prototype.slice', String.prototype, 'slice');
  countCallers('String.prototype.includes', String.prototype, 'includes');
  countCallers('String.prototype.toLowerCase', String.prototype, 'toLowerCase');
  countCallers('Date.now', Date, 'now');
  countCallers('Promise.prototype.then', Promise.prototype, 'then');
  countCallers('WeakMap.prototype.get', WeakMap.prototype, 'get');
  countCallers('Headers.prototype.get', Headers.prototype, 'get');
  return counts;
}

shared.hostile = {
  attempts: () => Object.entries(hostile).map(([title, make]) => attempt(title, make)),
  readKeys,
  keys: () => Object.keys(globalThis),
  describeMethods: () => [
    ...['start', 'interact', 'end'].map((name) => describeMethod(sdk, name)),
    describeMethod(globalThis, 'fetch'),
    describeMethod(XMLHttpRequest.prototype, 'open'),
    describeMethod(XMLHttpRequest.prototype, 'send'),
    describeMethod(Navigator.prototype, 'sendBeacon'),
    describeMethod(globalThis, 'Blob'),
    describeMethod(globalThis, 'Request'),
  ],
  countBuiltInCalls,
};
