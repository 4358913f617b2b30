import { signal } from '@preact/signals';
import { act, render, screen } from '@testing-library/preact';
import { expect, it, onTestFinished } from 'vitest';
import { createNoteModel } from '#components/popup/model/note.ts';
import { PopupNote } from '#components/popup/PopupNote.tsx';
import { i18n, listenReads } from '#i18n';
import { showLanguage } from '#tests/drivers/show-language';

it('a note follows the language that is chosen while it is shown, and so does its button', async () => {
  const language = signal(0);
  listenReads(() => language.value);
  onTestFinished(() => {
    listenReads(() => undefined);
    showLanguage('en');
  });
  const note = createNoteModel(() => () => {});
  render(<PopupNote note={note} />);
  const undo = { label: () => i18n.t('popup.undo'), onChoose: () => {} };
  await act(() => note.done(() => i18n.t('popup.loggedInAs', { userId: 'teacher-1' }), undo));
  const english = screen.getByRole('status').textContent;
  await act(() => {
    showLanguage('hi');
    language.value = 1;
  });
  expect(screen.getByRole('status').textContent).not.toBe(english);
  expect(screen.getByRole('status').textContent).toContain(i18n.t('popup.loggedInAs', { userId: 'teacher-1' }));
  expect(screen.getByRole('button', { name: i18n.t('popup.undo') })).toBeDefined();
});
