import { render } from 'preact';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { StoresContext } from '#components/panel/app/stores.ts';
import { ListAndDetails } from '#components/panel/details/ListAndDetails.tsx';
import { createTestStores } from '#tests/fixtures/panel-stores';

const root = document.createElement('div');

/** The browser that these tests run in, which can change the size of its window. */
interface SizedWindow {
  readonly happyDOM: { setViewport(size: { readonly width: number }): void };
}

function resizeTo(width: number): void {
  (window as unknown as SizedWindow).happyDOM.setViewport({ width });
}

const orientation = () => root.querySelector('[role=separator]')?.getAttribute('aria-orientation');

beforeEach(() => {
  document.body.append(root);
  resizeTo(900);
  // Without `act`, so that effects run after render, as in a browser.
  render(
    <StoresContext.Provider value={createTestStores().stores}>
      <ListAndDetails list={<p>List</p>} detail={<p>Detail</p>} />
    </StoresContext.Provider>,
    root,
  );
});

afterEach(() => render(null, root));

it('the details go beside the list when there is room for both, and below it when there is none any more', async () => {
  expect(orientation()).toBe('horizontal');
  await vi.waitFor(() => {
    resizeTo(1280);
    expect(orientation()).toBe('vertical');
  });
  resizeTo(900);
  await vi.waitFor(() => expect(orientation()).toBe('horizontal'));
});

it('a window that grows before the panel listens is seen all the same', async () => {
  resizeTo(1280);
  await vi.waitFor(() => expect(orientation()).toBe('vertical'));
});
