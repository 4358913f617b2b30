interface Mark {
  readonly id: string;
  readonly type: string;
}

/**
 * Runs in the page's own world, put there right before an event is fired manually.
 * It marks that one event, and puts back what the event's `options` would leave in the SDK, as both generations keep
 * them for the page's own later events: 2.x in its instance, 1.x, whose `this` is the window, in globals. The mark is
 * written into the event itself: given as
 * `options`, it would stick to the page's events in the same way.
 *
 * The data comes as text: handed over as a value, Chromium would sort its keys. Everything it needs is inside it: the
 * browser carries its text into the page. What it changes in the page it takes back with the event, or after five
 * seconds.
 */
export function guardNextEvent(method: string, dataJson: string, mark: Mark | null): void {
  const data: unknown = JSON.parse(dataJson);
  const TIMEOUT_MS = 5_000;
  const MAX_TRIES = 20;
  const STICKY = { context: '_currentContext', object: '_currentObject', actor: '_currentActor', tags: '_currentTags' };
  type Holder = Record<string, unknown>;
  type Call = (args: unknown[]) => unknown;
  const isHolder = (value: unknown): value is Holder => typeof value === 'object' && value !== null;
  const page: Holder = isHolder(window) ? window : {};
  const dataAt = method === 'start' ? 3 : 0;
  const named: readonly unknown[] = ['$t', 'EkTelemetry', 'Telemetry', 'telemetry'].map((name) =>
    Reflect.get(window, name),
  );
  const globals = [...new Set(named)].filter(
    (global): global is Holder => isHolder(global) || typeof global === 'function',
  );

  /**
   * Calls code of the page.
   * It may throw, and the page must not get that from a call of its own.
   */
  const quietly = <Value>(run: () => Value): Value | null => {
    try {
      return run();
    } catch {
      return null;
    }
  };

  /** Descriptors without a prototype: a page may have put `get` or `value` on all objects. */
  const describe = (holder: object, name: string): PropertyDescriptor | null => {
    const own = Object.getOwnPropertyDescriptor(holder, name);
    if (own === undefined) return null;
    Object.setPrototypeOf(own, null);
    return own;
  };
  const define = (holder: object, name: string, property: PropertyDescriptor): void => {
    Object.setPrototypeOf(property, null);
    Reflect.defineProperty(holder, name, property);
  };

  const isSecondGeneration = (global: Holder) => typeof global.getEvent === 'function';

  /**
   * The SDKs write into the data (`duration`, `uaspec`) and leave things out.
   * What is in both must be the same.
   */
  const isOurs = (event: unknown): event is Holder => {
    if (!isHolder(event) || event.eid !== method.toUpperCase()) return false;
    const { edata } = event;
    if (!isHolder(edata) || !isHolder(data)) return JSON.stringify(edata) === JSON.stringify(data);
    const shared = Object.keys(edata).filter((key) => key in data && key !== 'duration');
    return shared.every((key) => JSON.stringify(edata[key]) === JSON.stringify(data[key]));
  };
  const put = ({ context }: Holder): void => {
    if (!mark || !isHolder(context)) return;
    const cdata: unknown = context.cdata ?? [];
    if (!Array.isArray(cdata) || cdata.some((entry) => isHolder(entry) && entry.type === mark.type)) return;
    // A new list: the page's `cdata` is shared by all its events.
    context.cdata = [...cdata, { ...mark }];
  };

  /** Shadows a method for one event, by a property of the object's own. */
  const shadow = (holder: object, name: string, make: (original: Call) => Call) => {
    const original: unknown = Reflect.get(holder, name);
    const own = describe(holder, name);
    if (typeof original !== 'function' || own?.configurable === false || !Object.isExtensible(holder)) return () => {};
    const call: Call = (args) => Reflect.apply(original, holder, args);
    const created = make(call);
    let isOver = false;
    let isGone = false;
    const value = (...args: unknown[]) => (isOver ? call(args) : created(args));
    define(holder, name, { value, configurable: true, writable: true, enumerable: false });
    const undo = (triesLeft: number): void => {
      isOver = true;
      if (isGone) return;
      // Another wrapper, such as the next guard, may cover this one: it then passes calls through until it can be removed.
      if (describe(holder, name)?.value !== value) {
        if (triesLeft > 0) setTimeout(undo, TIMEOUT_MS, triesLeft - 1);
        return;
      }
      isGone = true;
      if (own) define(holder, name, own);
      else Reflect.deleteProperty(holder, name);
    };
    return () => undo(MAX_TRIES);
  };

  /**
   * The call's options, taken out again wherever they still are when it is over.
   * What the page put there since stays.
   */
  const withoutTraces = (holder: Holder, args: readonly unknown[], call: () => unknown): unknown => {
    const options = args[dataAt + 1];
    if (!isHolder(options)) return call();
    const before = Object.entries(STICKY).flatMap(
      ([key, name]) =>
        quietly(() => ({ name, given: options[key], wasThere: name in holder, value: holder[name] })) ?? [],
    );
    const putBack = () => {
      for (const { name, given, wasThere, value } of before) {
        quietly(() => {
          if (!given || (holder[name] !== given && (name !== STICKY.tags || Array.isArray(given)))) return;
          if (wasThere) holder[name] = value;
          else Reflect.deleteProperty(holder, name);
        });
      }
    };
    try {
      const result = call();
      // SDK 2.x may await the device id before it reads the options. Its promise may be of any class.
      quietly(() => {
        const then = (result as PromiseLike<unknown> | null | undefined)?.then;
        if (typeof then === 'function') Reflect.apply(then, result, [putBack, putBack]);
      });
      return result;
    } finally {
      putBack();
    }
  };

  const takeBacks: (() => void)[] = [];
  const takeBack = (): void => {
    for (const undo of takeBacks.splice(0).reverse()) undo();
  };
  for (const global of globals) {
    const holder = isSecondGeneration(global) ? global : page;
    const stopWaiting = shadow(global, method, (original) => (args) => {
      if (quietly(() => JSON.stringify(args[dataAt] ?? null)) !== dataJson) return original(args);
      stopWaiting();
      return withoutTraces(holder, args, () => original(args));
    });
    takeBacks.push(stopWaiting);
  }
  const instances = globals.filter(isSecondGeneration);
  for (const sdk of instances) {
    takeBacks.push(
      shadow(sdk, 'getEvent', (original) => (args) => {
        const event = original(args);
        quietly(() => {
          if (!isOurs(event)) return;
          put(event);
          takeBack();
        });
        return event;
      }),
    );
  }
  if (instances.length === 0 || instances.length < globals.length) {
    // SDK 1.x dispatches its event on the document before it queues it.
    takeBacks.push(
      shadow(document, 'dispatchEvent', (original) => (args) => {
        const [raised] = args;
        quietly(() => {
          if (!(raised instanceof CustomEvent) || raised.type !== 'TelemetryEvent' || !isOurs(raised.detail)) return;
          put(raised.detail);
          takeBack();
        });
        return original(args);
      }),
    );
  }
  setTimeout(takeBack, TIMEOUT_MS);
}
