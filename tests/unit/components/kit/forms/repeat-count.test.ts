import { expect, it } from 'vitest';
import { createRepeatCount } from '#components/kit/forms/repeat-count.ts';

it('the number of firings can be cleared and entered again, without its old digits', () => {
  const count = createRepeatCount(100);
  for (const text of ['', '5']) count.setText(text);
  expect(count.text.value).toBe('5');
  expect(count.read()).toBe(5);
});

it.each(['', ' ', '0', '-1', '1.5', '1e1', '101', '9999999999', 'x', '0x5'])(
  '%j is rejected as a number of firings',
  (text) => {
    const count = createRepeatCount(100);
    count.setText(text);
    expect(count.isInvalid.value).toBe(false);
    expect(count.read()).toBeNull();
    expect(count.isInvalid.value).toBe(true);
    expect(count.text.value).toBe(text);
    count.setText('100');
    expect(count.isInvalid.value).toBe(false);
    expect(count.read()).toBe(100);
  },
);
