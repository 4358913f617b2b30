// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { MAX_STACK_CHARS } from '#core/wire/report-limits';
import { readCallStack } from '#page/hook/call-stack';

const originalDescriptors = Object.getOwnPropertyDescriptors(Error);

function restoreProperty(name: 'prepareStackTrace' | 'stackTraceLimit'): void {
  const descriptor = originalDescriptors[name as keyof typeof originalDescriptors];
  if (descriptor) Object.defineProperty(Error, name, descriptor);
  else Reflect.deleteProperty(Error, name);
}

afterEach(() => {
  restoreProperty('prepareStackTrace');
  restoreProperty('stackTraceLimit');
});

/** Reads the call stack like the hook in a function of the page, whose name is in the stack. */
function pressPlay(): string | undefined {
  return readCallStack();
}

it('reading the call stack returns the calling functions', () => {
  expect(pressPlay()).toMatch(/at pressPlay .*call-stack\.test\.ts:\d+:\d+/);
});

it('reading the call stack does not call the page’s Error.prepareStackTrace, and leaves it unchanged', () => {
  const prepareStackTrace = vi.fn(() => 'of the page');
  Object.assign(Error, { prepareStackTrace });
  const before = Object.getOwnPropertyDescriptor(Error, 'prepareStackTrace');
  expect(pressPlay()).toContain('pressPlay');
  expect(prepareStackTrace).not.toHaveBeenCalled();
  expect(Object.getOwnPropertyDescriptor(Error, 'prepareStackTrace')).toEqual(before);
});

it('reading the call stack runs no getter on errors or on Object.prototype', () => {
  const getter = vi.fn(() => 'of the page');
  const limit = Object.getOwnPropertyDescriptor(Error, 'stackTraceLimit');
  Object.defineProperty(Error, 'prepareStackTrace', { get: getter, configurable: true });
  for (const name of ['prepareStackTrace', 'message', 'stack']) {
    Object.defineProperty(Object.prototype, name, { get: getter, configurable: true });
  }
  const stack = pressPlay();
  for (const name of ['prepareStackTrace', 'message', 'stack']) Reflect.deleteProperty(Object.prototype, name);
  expect(stack).toContain('pressPlay');
  expect(getter).not.toHaveBeenCalled();
  expect(Object.getOwnPropertyDescriptor(Error, 'prepareStackTrace')?.get).toBe(getter);
  expect(Object.getOwnPropertyDescriptor(Error, 'stackTraceLimit')).toEqual(limit);
});

it('reading the call stack leaves no properties on Error', () => {
  Reflect.deleteProperty(Error, 'prepareStackTrace');
  Reflect.deleteProperty(Error, 'stackTraceLimit');
  expect(pressPlay()).toContain('pressPlay');
  expect(Object.hasOwn(Error, 'prepareStackTrace')).toBe(false);
  expect(Object.hasOwn(Error, 'stackTraceLimit')).toBe(false);
});

it.each([0, 1, 'many'])(
  'reading the call stack reads the same number of frames if the page sets Error.stackTraceLimit to %s',
  (stackTraceLimit) => {
    Object.assign(Error, { stackTraceLimit });
    expect(pressPlay()).toContain('pressPlay');
    expect(Error.stackTraceLimit).toBe(stackTraceLimit);
  },
);

it('the call stack is limited in length, even if a function has a very long name', () => {
  const functionsByName = { ['x'.repeat(MAX_STACK_CHARS)]: () => readCallStack() };
  const [call] = Object.values(functionsByName);
  expect(call?.()?.length).toBeLessThanOrEqual(MAX_STACK_CHARS);
});
