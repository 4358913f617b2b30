import { MAX_STACK_CHARS } from '#core/wire/report-limits';
import { defineProperty, getOwnPropertyDescriptor, ignoreErrors, truncate, withoutPrototype } from '#page/builtins';

/** V8's, and Firefox' since 138; TypeScript does not know it. */
interface StackSource {
  readonly captureStackTrace?: (holder: object) => void;
}

const PageError = Error;
const { captureStackTrace } = Error as StackSource;
const { deleteProperty } = Reflect;

/** Ten of the page's, below those of the hook and of proxies. */
const MAX_FRAMES = 25;

/**
 * The call stack as the engine writes it, or `undefined` where it cannot be read without running code of the page.
 * The engine asks `Error.prepareStackTrace` for the text, and `Error.stackTraceLimit` for its length, both of which are
 * the page's: for the moment of reading, values of our own stand in their places. The holder has no prototype, as the
 * engine asks it for a name and a message, which a page may have given to all objects.
 */
export function readCallStack(): string | undefined {
  const holder = withoutPrototype({ stack: '' });
  const read = (): string => {
    captureStackTrace?.(holder);
    return truncate(holder.stack, MAX_STACK_CHARS);
  };
  const stack = ignoreErrors(() =>
    withOwnValue('prepareStackTrace', undefined, () => withOwnValue('stackTraceLimit', MAX_FRAMES, read)),
  );
  return stack || undefined;
}

/** Runs with a value of ours at the page's `Error`, and puts back what was there; `null` where the page has sealed it. */
function withOwnValue<Value>(name: string, value: unknown, run: () => Value): Value | null {
  const own = getOwnPropertyDescriptor(PageError, name);
  if (!defineProperty(PageError, name, { value, configurable: true, writable: true })) return null;
  try {
    return run();
  } finally {
    if (own) defineProperty(PageError, name, own);
    else deleteProperty(PageError, name);
  }
}
