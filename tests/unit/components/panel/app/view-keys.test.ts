import { expect, it } from 'vitest';
import { isCtrlLetter } from '#components/panel/app/view-keys.ts';

const keyEvent = (keys: Partial<KeyboardEvent>): KeyboardEvent =>
  ({ key: 'a', ctrlKey: true, metaKey: false, shiftKey: false, ...keys }) as KeyboardEvent;

it.each([
  ['Ctrl', {}, true],
  ['Command', { ctrlKey: false, metaKey: true }, true],
  ['Ctrl while Caps Lock is on', { key: 'A' }, true],
  ['Ctrl and Shift', { key: 'A', shiftKey: true }, false],
  ['neither', { ctrlKey: false }, false],
  ['another letter', { key: 'b' }, false],
])('isCtrlLetter recognizes a letter that is pressed with Ctrl or Command: %s', (_, keys, isPressed) => {
  expect(isCtrlLetter(keyEvent(keys), 'a')).toBe(isPressed);
});
