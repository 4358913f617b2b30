import { render, screen } from '@testing-library/preact';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { Button } from '#components/kit/Button.tsx';
import { Dialog } from '#components/kit/Dialog.tsx';
import { Icon } from '#components/kit/Icon.tsx';
import { Segments } from '#components/kit/Segments.tsx';
import { Toast } from '#components/kit/Toast.tsx';
import { waitFor } from '#tests/drivers/wait-for';

it('a dialog focuses Cancel, and restores the focus when it closes', async () => {
  const { rerender } = render(<button type="button">Fire</button>);
  screen.getByRole('button', { name: 'Fire' }).focus();
  rerender(
    <>
      <button type="button">Fire</button>
      <Dialog title="Fire it?" action={{ label: 'Fire 1 event', onSelect: () => {} }} onCancel={() => {}}>
        It reaches real data.
      </Dialog>
    </>,
  );
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Cancel'));
  expect(screen.queryByRole('alertdialog', { name: 'Fire it?' })).not.toBeNull();
  rerender(<button type="button">Fire</button>);
  expect(document.activeElement?.textContent).toBe('Fire');
});

it('a dialog retains the focus if its focused control is removed, so that Esc still closes it', async () => {
  const onCancel = vi.fn();
  const user = userEvent.setup();
  const createDialog = (names: readonly string[]) => (
    <Dialog title="Settings" cancelLabel="Close" appearance="wide" onCancel={onCancel}>
      {names.map((name) => (
        <button
          type="button"
          key={name}
          onClick={() => rerender(createDialog(names.filter((other) => other !== name)))}
        >
          {name}
        </button>
      ))}
    </Dialog>
  );
  const { rerender } = render(createDialog(['one', 'two', 'three']));
  await user.click(screen.getByRole('button', { name: 'two' }));
  await waitFor(() => expect(document.activeElement?.textContent).toBe('three'));
  await user.keyboard('{Enter}');
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Close'));
  await user.click(screen.getByRole('button', { name: 'one' }));
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Close'));
  await user.keyboard('{Escape}');
  expect(onCancel).toHaveBeenCalledOnce();
});

it('a dialog is cancelled when the browser handles Esc', () => {
  const onCancel = vi.fn();
  render(
    <Dialog title="Keyboard shortcuts" cancelLabel="Close" onCancel={onCancel}>
      …
    </Dialog>,
  );
  screen.getByRole('dialog', { name: 'Keyboard shortcuts' }).dispatchEvent(new Event('cancel', { cancelable: true }));
  expect(onCancel).toHaveBeenCalledOnce();
});

it('a button that is disabled while its action runs retains the focus, and ignores Enter', async () => {
  const onClick = vi.fn();
  const createButton = (disabled: boolean) => (
    <Button onClick={onClick} disabled={disabled}>
      Download
    </Button>
  );
  const { rerender } = render(createButton(false));
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Download' });
  button.focus();
  await userEvent.keyboard('{Enter}');
  rerender(createButton(true));
  await userEvent.keyboard('{Enter}');
  expect(onClick).toHaveBeenCalledOnce();
  expect(document.activeElement).toBe(button);
  expect([button.disabled, button.getAttribute('aria-disabled')]).toEqual([false, 'true']);
});

it('a toast is an alert only if it reports a failure', () => {
  render(<Toast tone="success" text="Copied" onDismiss={() => {}} />);
  render(<Toast tone="error" text="Collector unreachable" onDismiss={() => {}} />);
  expect(screen.getByRole('status').textContent).toBe('Copied');
  expect(screen.getByRole('alert').textContent).toBe('Collector unreachable');
});

it('a toast requests to stay while it has the focus, and its action is run by Enter', async () => {
  const [onHold, onRelease, onSelect] = [vi.fn(), vi.fn(), vi.fn()];
  const action = { label: 'Undo', onSelect };
  render(<Toast tone="info" text="Cleared" {...{ action, onHold, onRelease }} onDismiss={() => {}} />);
  screen.getByRole('button', { name: 'Undo' }).focus();
  expect(onHold).toHaveBeenCalled();
  await userEvent.keyboard('{Enter}');
  expect(onSelect).toHaveBeenCalledOnce();
});

it('a segmented control is one Tab stop, and the left arrow without Alt wraps around from the first segment to the last', async () => {
  const onSelect = vi.fn();
  const options = [
    { value: 'events', label: 'Events', icon: 'rows' },
    { value: 'compose', label: 'Compose', icon: 'compose' },
  ] as const;
  render(<Segments name="View" options={options} value="events" onSelect={onSelect} />);
  await userEvent.tab();
  expect(document.activeElement?.textContent).toBe('Events');
  await userEvent.keyboard('{Alt>}{ArrowLeft}{/Alt}');
  expect(onSelect).not.toHaveBeenCalled();
  await userEvent.keyboard('{ArrowLeft}');
  expect(onSelect).toHaveBeenCalledWith('compose');
  expect(document.activeElement?.textContent).toBe('Compose');
});

it('an icon is hidden from screen readers', () => {
  const { container } = render(<Icon name="bolt" size={13} />);
  expect(container.querySelector('svg')?.getAttribute('aria-hidden')).toBe('true');
});
