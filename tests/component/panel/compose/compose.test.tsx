import { cleanup, screen, waitFor, within } from '@testing-library/preact';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { succeed } from '#core/util/result';
import { recordOf } from '#tests/fixtures/records';
import { frame, openPanel } from '../open-panel';

afterEach(cleanup);

const wrong = '{ "data": { "type": "click", "id": "next-button" } }';

async function compose(over: Parameters<typeof openPanel>[0] = {}) {
  const panel = openPanel(over);
  panel.composer.choose('interact');
  panel.app.view.value = 'compose';
  await screen.findByRole('heading', { name: 'INTERACT' }, { timeout: 10_000 });
  return panel;
}

describe('a draft', () => {
  it('of each kind is a choice in the list, walked with the arrow keys', async () => {
    const { composer } = await compose();
    expect(within(screen.getByRole('listbox', { name: 'Kinds' })).getAllByRole('option')).toHaveLength(17);
    within(screen.getByRole('listbox', { name: 'Kinds' }))
      .getByRole('option', { selected: true })
      .focus();
    await userEvent.keyboard('{ArrowDown}');
    expect(composer.kind.value).toBe('assess');
  }, 20_000);

  it('shows live what is found about it, and its errors beside its kind', async () => {
    const { composer } = await compose();
    expect(screen.queryByText('Valid')).not.toBeNull();
    composer.setText(wrong);
    await screen.findByText(/got "click"/);
    expect(screen.getByTitle('1 error in this draft').textContent).toBe('1');
  });

  it('that is no JSON cannot be fired, and says where it breaks', async () => {
    const { composer } = await compose();
    composer.setText('{ "data": ');
    await screen.findByText('Not readable: nothing to fire');
    expect(screen.getByRole('button', { name: 'Fire' }).hasAttribute('disabled')).toBe(true);
  });
});

describe('firing', () => {
  it('of a valid draft goes to the page’s SDK, and says when it came back', async () => {
    const { actions, live } = await compose({ onFire: vi.fn(async () => succeed({ requestId: 'a' })) });
    await userEvent.click(screen.getByRole('button', { name: 'Fire' }));
    expect(actions.onFire).toHaveBeenCalledWith('interact', expect.anything(), { ...frame, sdk: 0 });
    live.records.apply([recordOf(1282, { at: 2, firedBy: { from: 'panel', requestId: 'a' } })]);
    await screen.findByText(/seen again after 2 ms as row 1,282/);
    await userEvent.click(screen.getByRole('button', { name: 'Show in Events' }));
    expect(live.selection.row.value).toBe(1282);
  });

  it('of an invalid draft asks first, with the focus on the safe answer', async () => {
    const { actions, composer } = await compose();
    composer.setText(wrong);
    await screen.findByText('1 error: Fire asks first');
    await userEvent.click(screen.getByRole('button', { name: 'Fire' }));
    await screen.findByRole('alertdialog', { name: 'Fire an invalid event?' });
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Go back'));
    await userEvent.click(screen.getByRole('button', { name: 'Go back' }));
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(actions.onFire).not.toHaveBeenCalled();
  });

  it('of an invalid draft is done when one says so', async () => {
    const { actions, composer } = await compose();
    composer.setText(wrong);
    await screen.findByText('1 error: Fire asks first');
    await userEvent.click(screen.getByRole('button', { name: 'Fire' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Fire invalid INTERACT' }));
    expect(actions.onFire).toHaveBeenCalledWith('interact', [{ type: 'click', id: 'next-button' }], {
      ...frame,
      sdk: 0,
    });
  });

  it('that failed says why, keeps the draft and can be tried again', async () => {
    const onFire = vi.fn(async () => ({ ok: false, failure: { message: 'That frame is gone.' } }) as const);
    await compose({ onFire });
    await userEvent.click(screen.getByRole('button', { name: 'Fire' }));
    await screen.findByText(/That frame is gone\. The draft is kept\./);
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(onFire).toHaveBeenCalledTimes(2);
  });

  it('as often as is typed: the field can be emptied, and what is no count fires nothing', async () => {
    const { actions } = await compose({ onFire: vi.fn(async () => succeed({ requestId: 'a' })) });
    const times = screen.getByRole('spinbutton', { name: 'Times' });
    await userEvent.clear(times);
    await userEvent.click(screen.getByRole('button', { name: 'Fire' }));
    expect((await screen.findByRole('alert')).textContent).toBe('Enter a whole number from 1 to 100.');
    expect(actions.onFire).not.toHaveBeenCalled();
    await userEvent.type(times, '5');
    expect(screen.queryByRole('alert')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Fire' }));
    await waitFor(() => expect(actions.onFire).toHaveBeenCalledTimes(5));
  });

  it('to a collector needs an http address, and says so in the field', async () => {
    const { compose: state } = await compose();
    state.out.value = { ...state.out.value, way: 'collector' };
    const address = await screen.findByRole('combobox', { name: /address/i });
    await userEvent.type(address, 'ftp://collector.example.org/');
    expect((await screen.findByRole('alert')).textContent).toBe('Enter an http or https URL.');
    expect(screen.getByRole('button', { name: 'Fire' }).hasAttribute('disabled')).toBe(true);
    await userEvent.clear(address);
    await userEvent.type(address, 'https://collector.example.org/v1/telemetry');
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByRole('button', { name: 'Fire' }).hasAttribute('disabled')).toBe(false);
  });

  it('through one of several frames is a choice', async () => {
    const other = { ...frame, frameId: 4, documentId: 'e', url: 'http://localhost:4173/player.html' };
    const { actions, live } = await compose();
    live.frames.set([frame, other]);
    await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Target frame' }), 'player.html, $t 2.x');
    await userEvent.click(screen.getByRole('button', { name: 'Fire' }));
    expect(actions.onFire).toHaveBeenCalledWith('interact', expect.anything(), { ...other, sdk: 0 });
  });

  it('without an SDK is not offered', async () => {
    const { live } = await compose();
    live.frames.set([]);
    await screen.findByText(/No telemetry SDK here/);
    expect(screen.queryByRole('button', { name: 'Fire' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Fire all 17 samples' })).toBeNull();
  });
});
