import { cleanup, render, screen } from '@testing-library/preact';
import type { ComponentType } from 'preact';
import { expect, it, vi } from 'vitest';
import { createLazyPart, lazy } from '#components/kit/lazy.tsx';
import { failedImportCount } from '#components/kit/lazy-import.ts';
import { createDeferred } from '#tests/drivers/deferred';
import { waitFor } from '#tests/drivers/wait-for';

function Greeting({ name }: { readonly name: string }) {
  return <p>Hello {name}</p>;
}

it('a lazy component renders a placeholder until its code has loaded, and then renders with its current props', async () => {
  const { promise, resolve } = createDeferred<ComponentType<{ readonly name: string }>>();
  const Lazy = lazy(
    () => promise,
    () => <p>Wait</p>,
  );
  render(<Lazy name="Ada" />);
  expect(screen.queryByText('Wait')).not.toBeNull();
  resolve(Greeting);
  await screen.findByText('Hello Ada');
  expect(screen.queryByText('Wait')).toBeNull();
});

it('a lazy component loads once, and renders immediately when mounted again', async () => {
  const load = vi.fn(async () => Greeting);
  const Lazy = lazy(load);
  render(<Lazy name="Ada" />);
  await screen.findByText('Hello Ada');
  cleanup();
  render(<Lazy name="Grace" />);
  expect(screen.queryByText('Hello Grace')).not.toBeNull();
  expect(load).toHaveBeenCalledTimes(1);
});

it('a lazy part is not loaded before it is requested', () => {
  const load = vi.fn(async () => ({ size: 42 }));
  expect(createLazyPart(load).part.value).toBeNull();
  expect(load).not.toHaveBeenCalled();
});

it('a lazy part that fails to load is counted, and is loaded again at the next request', async () => {
  const load = vi.fn().mockRejectedValueOnce(new TypeError('Failed to fetch')).mockResolvedValue({ size: 42 });
  const code = createLazyPart<{ size: number }>(load);
  const before = failedImportCount.value;
  code.preload();
  await waitFor(() => expect(failedImportCount.value).toBe(before + 1));
  code.preload();
  await waitFor(() => expect(code.part.value).toEqual({ size: 42 }));
  expect(failedImportCount.value).toBe(before + 1);
});

it('a lazy part is loaded once for concurrent requests', async () => {
  const load = vi.fn(async () => ({ size: 42 }));
  const code = createLazyPart(load);
  code.preload();
  code.preload();
  await waitFor(() => expect(code.part.value).toEqual({ size: 42 }));
  code.preload();
  expect(load).toHaveBeenCalledTimes(1);
});
