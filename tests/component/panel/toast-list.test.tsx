import { screen } from '@testing-library/preact';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { t } from '#tests/drivers/texts';
import { waitFor } from '#tests/drivers/wait-for';
import { openPanel } from './open-panel';

it('the panel always has a live region for toasts, so that screen readers announce the first one', async () => {
  const { app } = openPanel();
  const region = document.querySelector('.toasts');
  expect(region?.getAttribute('aria-live')).toBe('polite');
  app.toasts.show({ tone: 'success', text: () => 'Copied' });
  expect(region?.contains(await screen.findByRole('status'))).toBe(true);
});

it('the focus returns to the previous control after the action of a toast is selected by keyboard', async () => {
  const { app } = openPanel();
  const previousControl = screen.getByLabelText(t('toolbar.preserveLog'));
  const onSelect = vi.fn();
  app.toasts.show({ tone: 'info', text: () => 'Cleared', action: { label: () => t('common.undo'), onSelect } });
  const undo = await screen.findByText(t('common.undo'));
  previousControl.focus();
  undo.focus();
  await userEvent.keyboard('{Enter}');
  expect(onSelect).toHaveBeenCalledOnce();
  await waitFor(() => expect(document.activeElement).toBe(previousControl));
});
