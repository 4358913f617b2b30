import { expect, it } from 'vitest';
import { createNoteModel, type SetTimer } from '#components/popup/model/note.ts';

/** A timer that the test ends. */
function createFakeTimer() {
  let waiting: { readonly delay: number; readonly work: () => void } | null = null;
  const later: SetTimer = (delay, work) => {
    waiting = { delay, work };
    return () => {
      waiting = null;
    };
  };
  return { later, delay: () => waiting?.delay ?? null, runOut: () => waiting?.work() };
}

it('a note about a success closes after 6 s', () => {
  const timer = createFakeTimer();
  const model = createNoteModel(timer.later);
  model.done(() => 'Token copied.');
  expect(model.note.value?.text()).toBe('Token copied.');
  expect(timer.delay()).toBe(6000);
  timer.runOut();
  expect(model.note.value).toBeNull();
});

it('a note about a failure stays until it is dismissed', () => {
  const timer = createFakeTimer();
  const model = createNoteModel(timer.later);
  model.failed(() => 'Not copied.');
  expect(timer.delay()).toBeNull();
  model.dismiss();
  expect(model.note.value).toBeNull();
});

it('a note stays while it is hovered or focused, and closes 6 s after that', () => {
  const timer = createFakeTimer();
  const model = createNoteModel(timer.later);
  model.done(() => 'Token copied.');
  model.hold();
  expect(timer.delay()).toBeNull();
  model.release();
  expect(timer.delay()).toBe(6000);
});

it('a note about a failure replaces the previous note, and has no timeout', () => {
  const timer = createFakeTimer();
  const model = createNoteModel(timer.later);
  model.done(() => 'Token copied.');
  model.failed(() => 'Not copied.');
  expect(model.note.value?.text()).toBe('Not copied.');
  expect(timer.delay()).toBeNull();
});
