interface CdataEntry {
  readonly id: string;
  readonly type: string;
}

/**
 * Adds an entry to `context.cdata` of the next event, and removes traces of its `options` from the SDK.
 * Runs in the page's world, right before an event is fired manually. Both generations of the SDK store `options` for
 * later events of the page: 2.x in its instance, 1.x, whose `this` is the window, in globals. The entry is written into
 * the event itself, because as `options` it would also apply to later events.
 *
 * The data is JSON text, because Chromium would sort the keys of a value. The function must not use anything outside of
 * itself, because the browser injects its source text. The function reverts all its changes to the page with the event,
 * or after five seconds.
 */
export function guardNextEvent(method: string, dataJson: string, cdataEntry: CdataEntry | null): void {
  const data: unknown = JSON.parse(dataJson);
  const TIMEOUT_MS = 5_000;
  const MAX_TRIES = 20;
  const OPTION_FIELDS = {
    context: '_currentContext',
    object: '_currentObject',
    actor: '_currentActor',
    tags: '_currentTags',
  };
  type Holder = Record<string, unknown>;
  type Call = (args: unknown[]) => unknown;
  const isHolder = (value: unknown): value is Holder => typeof value === 'object' && value !== null;
  const page: Holder = isHolder(window) ? window : {};
  const dataIndex = method === 'start' ? 3 : 0;
  const candidates: readonly unknown[] = ['$t', 'EkTelemetry', 'Telemetry', 'telemetry'].map((name) =>
    Reflect.get(window, name),
  );
  const globals = [...new Set(candidates)].filter(
    (global): global is Holder => isHolder(global) || typeof global === 'function',
  );

  /**
   * Calls code of the page.
   * Returns `null` if it throws, because a call of the page must not get that exception.
   */
  const ignoreErrors = <Value>(run: () => Value): Value | null => {
    try {
      return run();
    } catch {
      return null;
    }
  };

  /**
   * Returns a descriptor without a prototype.
   * A page may have added `get` or `value` to `Object.prototype`.
   */
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
   * Whether an event is the fired one: common fields of `edata` and the data must be equal. The SDKs add
   * fields to the data (`duration`, `uaspec`) and omit others.
   */
  const isFiredEvent = (event: unknown): event is Holder => {
    if (!isHolder(event) || event.eid !== method.toUpperCase()) return false;
    const { edata } = event;
    if (!isHolder(edata) || !isHolder(data)) return JSON.stringify(edata) === JSON.stringify(data);
    const shared = Object.keys(edata).filter((key) => key in data && key !== 'duration');
    return shared.every((key) => JSON.stringify(edata[key]) === JSON.stringify(data[key]));
  };
  const addCdataEntry = ({ context }: Holder): void => {
    if (!cdataEntry || !isHolder(context)) return;
    const cdata: unknown = context.cdata ?? [];
    if (!Array.isArray(cdata) || cdata.some((entry) => isHolder(entry) && entry.type === cdataEntry.type)) return;
    // A new list, because all events of the page share the same `cdata`.
    context.cdata = [...cdata, { ...cdataEntry }];
  };

  /** Shadows a method by an own property. Returns a function that reverts this. */
  const shadow = (holder: object, name: string, createReplacement: (original: Call) => Call) => {
    const original: unknown = Reflect.get(holder, name);
    const own = describe(holder, name);
    if (typeof original !== 'function' || own?.configurable === false || !Object.isExtensible(holder)) return () => {};
    const call: Call = (args) => Reflect.apply(original, holder, args);
    const replacement = createReplacement(call);
    let isPassingThrough = false;
    let isRemoved = false;
    const value = (...args: unknown[]) => (isPassingThrough ? call(args) : replacement(args));
    define(holder, name, { value, configurable: true, writable: true, enumerable: false });
    const undo = (triesLeft: number): void => {
      isPassingThrough = true;
      if (isRemoved) return;
      // Another wrapper, such as the next guard, may wrap this one. It then only passes calls through until it can be
      // removed.
      if (describe(holder, name)?.value !== value) {
        if (triesLeft > 0) setTimeout(undo, TIMEOUT_MS, triesLeft - 1);
        return;
      }
      isRemoved = true;
      if (own) define(holder, name, own);
      else Reflect.deleteProperty(holder, name);
    };
    return () => undo(MAX_TRIES);
  };

  /**
   * Runs a call, and removes its options from the SDK afterwards.
   * Values that the page has set meanwhile stay.
   */
  const withoutTraces = (holder: Holder, args: readonly unknown[], call: () => unknown): unknown => {
    const options = args[dataIndex + 1];
    if (!isHolder(options)) return call();
    const previousValues = Object.entries(OPTION_FIELDS).flatMap(
      ([key, name]) =>
        ignoreErrors(() => ({ name, option: options[key], existed: name in holder, value: holder[name] })) ?? [],
    );
    const restoreOptions = () => {
      for (const { name, option, existed, value } of previousValues) {
        ignoreErrors(() => {
          if (!option || (holder[name] !== option && (name !== OPTION_FIELDS.tags || Array.isArray(option)))) return;
          if (existed) holder[name] = value;
          else Reflect.deleteProperty(holder, name);
        });
      }
    };
    try {
      const result = call();
      // SDK 2.x may await the device id before it reads the options. Its promise may be of any class.
      ignoreErrors(() => {
        const then = (result as PromiseLike<unknown> | null | undefined)?.then;
        if (typeof then === 'function') Reflect.apply(then, result, [restoreOptions, restoreOptions]);
      });
      return result;
    } finally {
      restoreOptions();
    }
  };

  const undoSteps: (() => void)[] = [];
  const undoAll = (): void => {
    for (const undo of undoSteps.splice(0).reverse()) undo();
  };
  for (const global of globals) {
    const holder = isSecondGeneration(global) ? global : page;
    const undoShadow = shadow(global, method, (original) => (args) => {
      if (ignoreErrors(() => JSON.stringify(args[dataIndex] ?? null)) !== dataJson) return original(args);
      undoShadow();
      return withoutTraces(holder, args, () => original(args));
    });
    undoSteps.push(undoShadow);
  }
  const instances = globals.filter(isSecondGeneration);
  for (const sdk of instances) {
    undoSteps.push(
      shadow(sdk, 'getEvent', (original) => (args) => {
        const event = original(args);
        ignoreErrors(() => {
          if (!isFiredEvent(event)) return;
          addCdataEntry(event);
          undoAll();
        });
        return event;
      }),
    );
  }
  if (instances.length === 0 || instances.length < globals.length) {
    // SDK 1.x dispatches its event on the document before it queues it.
    undoSteps.push(
      shadow(document, 'dispatchEvent', (original) => (args) => {
        const [dispatched] = args;
        ignoreErrors(() => {
          if (!(dispatched instanceof CustomEvent) || dispatched.type !== 'TelemetryEvent') return;
          if (!isFiredEvent(dispatched.detail)) return;
          addCdataEntry(dispatched.detail);
          undoAll();
        });
        return original(args);
      }),
    );
  }
  setTimeout(undoAll, TIMEOUT_MS);
}
