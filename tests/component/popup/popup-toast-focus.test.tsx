import { act, render, screen, waitFor } from '@testing-library/preact';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { createPopupToast } from '#components/popup/model/popup-toast.ts';
import { PopupToast } from '#components/popup/PopupToast.tsx';
import { t } from '#tests/drivers/texts';

it('the focus returns to the previous control after the popup’s toast is dismissed by keyboard', async () => {
  const toast = createPopupToast(() => () => {});
  render(
    <>
      <input aria-label="before" />
      <PopupToast toast={toast} />
    </>,
  );
  const before = screen.getByLabelText('before');
  await act(() => toast.showError(() => 'failed'));
  before.focus();
  screen.getByRole('button', { name: t('common.dismiss') }).focus();
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(document.activeElement).toBe(before));
});
