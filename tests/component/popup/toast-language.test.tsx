import { act, render, screen } from '@testing-library/preact';
import { expect, it } from 'vitest';
import { createPopupToast } from '#components/popup/model/popup-toast.ts';
import { PopupToast } from '#components/popup/PopupToast.tsx';
import { i18n } from '#i18n';
import { createLanguageSwitch } from '../switch-language';

it('a toast and its button are rerendered when the language changes', async () => {
  const switchTo = createLanguageSwitch();
  const toast = createPopupToast(() => () => {});
  render(<PopupToast toast={toast} />);
  const undo = { label: () => i18n.t('popup.undo'), onSelect: () => {} };
  await act(() => toast.showSuccess(() => i18n.t('popup.loggedInAs', { userId: 'teacher-1' }), undo));
  const english = screen.getByRole('status').textContent;
  await switchTo('hi');
  expect(screen.getByRole('status').textContent).not.toBe(english);
  expect(screen.getByRole('status').textContent).toContain(i18n.t('popup.loggedInAs', { userId: 'teacher-1' }));
  expect(screen.getByRole('button', { name: i18n.t('popup.undo') })).toBeDefined();
});
