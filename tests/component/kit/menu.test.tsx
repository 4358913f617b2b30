import { render, screen } from '@testing-library/preact';
import { userEvent } from '@testing-library/user-event';
import { expect, it, onTestFinished, vi } from 'vitest';
import { Menu } from '#components/kit/Menu.tsx';

function openMenu() {
  const [onKeyBehind, onClose] = [vi.fn(), vi.fn()];
  document.body.addEventListener('keydown', onKeyBehind);
  onTestFinished(() => document.body.removeEventListener('keydown', onKeyBehind));
  const items = ['Copy', 'Hide'].map((label) => ({ id: label, label, onSelect: () => {} }));
  render(<Menu name="Event" groups={[items]} position={{ x: 0, y: 0 }} onClose={onClose} />);
  return { onKeyBehind, onClose, user: userEvent.setup() };
}

it('a key that no item of an open menu begins with runs no shortcut behind the menu', async () => {
  const { onKeyBehind, user } = openMenu();
  await user.keyboard('n?{Delete}{PageDown}{Control>}l{/Control}');
  expect(onKeyBehind).not.toHaveBeenCalled();
});

it('a letter focuses the next item of a menu that begins with it, unless Ctrl is held', async () => {
  const { user } = openMenu();
  expect(document.activeElement).toBe(screen.getByRole('menuitem', { name: 'Copy' }));
  await user.keyboard('{Control>}h{/Control}');
  expect(document.activeElement).toBe(screen.getByRole('menuitem', { name: 'Copy' }));
  await user.keyboard('h');
  expect(document.activeElement).toBe(screen.getByRole('menuitem', { name: 'Hide' }));
});
