import { act, render, screen } from '@testing-library/preact';
import { expect, it } from 'vitest';
import { createNoteModel } from '#components/popup/model/note.ts';
import { PopupNote } from '#components/popup/PopupNote.tsx';
import { i18n } from '#i18n';
import { createLanguageSwitch } from '../switch-language';

it('a note and its button are rerendered when the language changes', async () => {
  const switchTo = createLanguageSwitch();
  const note = createNoteModel(() => () => {});
  render(<PopupNote note={note} />);
  const undo = { label: () => i18n.t('popup.undo'), onChoose: () => {} };
  await act(() => note.done(() => i18n.t('popup.loggedInAs', { userId: 'teacher-1' }), undo));
  const english = screen.getByRole('status').textContent;
  await switchTo('hi');
  expect(screen.getByRole('status').textContent).not.toBe(english);
  expect(screen.getByRole('status').textContent).toContain(i18n.t('popup.loggedInAs', { userId: 'teacher-1' }));
  expect(screen.getByRole('button', { name: i18n.t('popup.undo') })).toBeDefined();
});
