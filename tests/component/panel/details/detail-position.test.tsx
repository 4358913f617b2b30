import { render } from 'preact';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Stores, StoresContext } from '#components/panel/app/stores.ts';
import { defaultDetailsSettings, detailsSetting } from '#components/panel/details/details-settings.ts';
import { ListAndDetails } from '#components/panel/details/ListAndDetails.tsx';
import { waitFor } from '#tests/drivers/wait-for';
import { createTestStores } from '#tests/fixtures/panel-stores';

let stores: Stores;
const root = document.createElement('div');

/** The window of happy-dom, which tests can resize. */
interface ResizableWindow {
  readonly happyDOM: { setViewport(size: { readonly width: number; readonly height: number }): void };
}

function resizeTo(width: number, height = 800): void {
  (window as unknown as ResizableWindow).happyDOM.setViewport({ width, height });
}

const orientation = () => root.querySelector('[role=separator]')?.getAttribute('aria-orientation');

beforeEach(() => {
  document.body.append(root);
  resizeTo(600);
  stores = createTestStores().stores;
  // Without `act`, so that effects run after render, as in a browser.
  render(
    <StoresContext.Provider value={stores}>
      <ListAndDetails list={<p>List</p>} detail={<p>Detail</p>} />
    </StoresContext.Provider>,
    root,
  );
});

afterEach(() => render(null, root));

it('the details are beside the list if there is room for both, and over it otherwise', async () => {
  expect(orientation()).toBeUndefined();
  await waitFor(() => {
    resizeTo(700);
    expect(orientation()).toBe('vertical');
  });
  resizeTo(600);
  await waitFor(() => expect(orientation()).toBeUndefined());
});

it('the details are beside the list in a low window, even if the user set them to be below', async () => {
  resizeTo(1280);
  stores.get(detailsSetting).set({ ...defaultDetailsSettings, side: 'below' });
  await waitFor(() => expect(orientation()).toBe('horizontal'));
  resizeTo(1280, 330);
  await waitFor(() => expect(orientation()).toBe('vertical'));
});

it('the details adapt to a window that was resized before the panel observed its size', async () => {
  resizeTo(1280);
  await waitFor(() => expect(orientation()).toBe('vertical'));
});
