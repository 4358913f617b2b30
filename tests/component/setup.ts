import { act, cleanup, configure } from '@testing-library/preact';
import { options } from 'preact';
import { afterAll, afterEach, expect } from 'vitest';
import { failedImportCount } from '#components/kit/lazy-import.ts';

// Views load on demand, which on a busy machine takes many times the default of a second.
configure({ asyncUtilTimeout: 30_000 });

/**
 * Preact runs effects after a frame or 35 ms, when a finished file's document and `cancelAnimationFrame` may be gone.
 * A frame of happy-dom ends as early as setImmediate, but is not awaited when a file ends.
 */
options.requestAnimationFrame = (run) => void setImmediate(run);

const activeTimers = new Map<unknown, string>();
const { setTimeout, setInterval, clearTimeout, clearInterval } = globalThis;
const callerOf = (stack = ''): string => stack.split('\n').slice(2, 6).join('\n');

globalThis.setTimeout = Object.assign(
  (task: (...args: unknown[]) => void, milliseconds?: number, ...args: unknown[]) => {
    const timer = setTimeout(() => {
      activeTimers.delete(timer);
      task(...args);
    }, milliseconds);
    activeTimers.set(timer, callerOf(new Error().stack));
    return timer;
  },
  setTimeout,
);
globalThis.setInterval = Object.assign(
  (task: (...args: unknown[]) => void, milliseconds?: number, ...args: unknown[]) => {
    const timer = setInterval(task, milliseconds, ...args);
    activeTimers.set(timer, callerOf(new Error().stack));
    return timer;
  },
  setInterval,
);
globalThis.clearTimeout = (timer) => {
  activeTimers.delete(timer);
  clearTimeout(timer);
};
globalThis.clearInterval = (timer) => {
  activeTimers.delete(timer);
  clearInterval(timer);
};

// Without `act`, effects would be cleaned up during the next test, and would move its focus.
afterEach(() => act(cleanup));

// Files share their modules and their document, so each test has to reset them.
afterEach(() => {
  failedImportCount.value = 0;
  document.body.replaceChildren();
});

// A timer that fires later would run in a removed document, and fail the file at random.
afterAll(() => {
  expect([...activeTimers.values()], 'Timers that outlive their test').toEqual([]);
});
