// @vitest-environment happy-dom
import { beforeAll, expect, it } from 'vitest';
import { getThen, ignoreRejection, observe } from '#page/hook/promises';

const NativePromise = Promise;

/** As in a page, the hook stores the browser's promise before zone.js replaces it. */
beforeAll(async () => {
  await import('zone.js');
});

function watch(promise: unknown): { readonly result: unknown; readonly ends: readonly unknown[] } {
  const ends: unknown[] = [];
  const then = getThen(promise);
  if (then === null) throw new Error('A promise has a then.');
  const result = observe(
    promise,
    then,
    (value) => ends.push(value),
    (error) => ends.push(`${error}`),
  );
  return { result, ends };
}

it('zone.js replaces the global Promise by a class that is not a subclass of the native Promise', () => {
  expect(Promise).not.toBe(NativePromise);
  expect(Promise.resolve(1)).not.toBeInstanceOf(NativePromise);
});

it('the hook observes the promise of a transpiled async function, and returns a promise of its class', async () => {
  const { result, ends } = watch(Promise.resolve('did'));
  expect(result).toBeInstanceOf(Promise);
  expect(await result).toBe('did');
  expect(ends).toEqual(['did']);
});

it('the hook observes a native promise, and returns a native promise', async () => {
  const { result, ends } = watch((async () => 'did')());
  expect(result).toBeInstanceOf(NativePromise);
  expect(await result).toBe('did');
  expect(ends).toEqual(['did']);
});

it('the hook returns a promise that rejects like the original promise', async () => {
  const { result, ends } = watch(Promise.reject(new Error('no')));
  await expect(result).rejects.toThrow('no');
  expect(ends).toEqual(['Error: no']);
});

it('the hook handles the rejection of a call from the panel', async () => {
  const rejected = Promise.reject(new Error('no'));
  ignoreRejection(rejected);
  await expect(rejected).rejects.toThrow('no');
});
