import { MAX_STACK_CHARS } from '#core/wire/report-limits';
import { defineProperty, getOwnPropertyDescriptor, ignoreErrors, truncate, withoutPrototype } from '#page/builtins';

/** `Error` with `captureStackTrace`, which V8 and Firefox 138 have, but the types of TypeScript lack. */
interface StackSource {
  readonly captureStackTrace?: (holder: object) => void;
}

const PageError = Error;
const { captureStackTrace } = Error as StackSource;
const { deleteProperty } = Reflect;

/**
 * Maximum number of stack frames.
 * Leaves ten frames of the page, below those of the hook and of proxies.
 */
const MAX_FRAMES = 25;

/**
 * Returns the call stack in the engine's format.
 * Returns `undefined` if reading it would run code of the page. The engine reads `Error.prepareStackTrace` and
 * `Error.stackTraceLimit`, which the page can set. They are replaced while the stack is read. The engine also reads a
 * name and a message of the holder. The holder has no prototype, because a page may have added these to
 * `Object.prototype`.
 */
export function readCallStack(): string | undefined {
  const holder = withoutPrototype({ stack: '' });
  const read = (): string => {
    captureStackTrace?.(holder);
    return truncate(holder.stack, MAX_STACK_CHARS);
  };
  const stack = ignoreErrors(() =>
    withReplacedProperty('prepareStackTrace', undefined, () =>
      withReplacedProperty('stackTraceLimit', MAX_FRAMES, read),
    ),
  );
  return stack || undefined;
}

/**
 * Runs a function while a property of the page's `Error` is replaced.
 * Returns `null` if the property is read-only.
 */
function withReplacedProperty<Value>(name: string, value: unknown, run: () => Value): Value | null {
  const original = getOwnPropertyDescriptor(PageError, name);
  if (!defineProperty(PageError, name, { value, configurable: true, writable: true })) return null;
  try {
    return run();
  } finally {
    if (original) defineProperty(PageError, name, original);
    else deleteProperty(PageError, name);
  }
}
