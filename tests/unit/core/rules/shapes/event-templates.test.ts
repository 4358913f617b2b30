import { expect, it } from 'vitest';
import { EventTemplates } from '#core/rules/shapes/event-templates';
import { SLOT } from '#core/rules/shapes/free-values';

/** Creates templates of texts like `<name>7<rest>`, in which the digit is the placeholder of a `mid`. */
function createTemplates() {
  const templates = new EventTemplates<string>();
  const textOf = (name: string, value: string, rest: string) => Buffer.from(`${name}${value}${rest}\n`);
  return {
    store(name: string, rest: string, outcome: string, outcomeBytes = 0) {
      const slot = { type: SLOT.integer, from: name.length, to: name.length + 1, role: 'mid' as const };
      templates.store(
        textOf(name, '7', rest).subarray(0, -1),
        { slots: [slot], hasValueKey: false },
        outcome,
        outcomeBytes,
      );
    },
    find(name: string, value: string, rest: string) {
      const text = textOf(name, value, rest);
      return templates.find(text, 0, text.length - 1);
    },
    templates,
  };
}

it('an event template is found by the text around its placeholders', () => {
  const { store, find, templates } = createTemplates();
  store('a', 'x', 'ax');
  store('a', 'y', 'ay');
  store('b', 'x', 'bx');
  expect([find('a', '12', 'x'), find('a', '3', 'y'), find('b', '4', 'x'), find('b', '4', 'y')]).toEqual([
    'ax',
    'ay',
    'bx',
    null,
  ]);
  expect(find('a', '12', 'x')).toBe('ax');
  expect([templates.midFrom, templates.midTo]).toEqual([1, 3]);
  expect([find('a', 'q', 'x'), find('a', '12', 'xx'), find('a', '12', '')]).toEqual([null, null, null]);
});

it('each prefix has up to 64 event templates, and the least recently used ones are evicted', () => {
  const { store, find } = createTemplates();
  for (let count = 0; count < 64; count += 1) store('a', `-${count}-`, String(count));
  expect(find('a', '1', '-0-')).toBe('0');
  store('a', '-64-', '64');
  store('a', '-65-', '65');
  const outcomes = Array.from({ length: 66 }, (_, count) => find('a', '1', `-${count}-`));
  expect(outcomes.flatMap((outcome, count) => (outcome === null ? [count] : []))).toEqual([1, 2]);
});

it('event templates are found after their storage has grown', () => {
  const { store, find } = createTemplates();
  const rest = (count: number) => `${'-'.repeat(50)}${count}`;
  for (let count = 0; count < 20_000; count += 1) store(`n${count}:`, rest(count), String(count));
  // The texts differ in their first part, for which the newest 64 alternatives are stored.
  const newest = Array.from({ length: 64 }, (_, index) => 20_000 - 1 - index);
  expect(newest.map((count) => find(`n${count}:`, '5', rest(count)))).toEqual(newest.map(String));
});

it('event templates are evicted if they would exceed 8 MB', () => {
  const { store, find } = createTemplates();
  store('a', 'x', 'first', 5 * 1024 * 1024);
  store('b', 'x', 'second', 2 * 1024 * 1024);
  expect(find('a', '1', 'x')).toBe('first');
  store('c', 'x', 'third', 2 * 1024 * 1024);
  expect([find('a', '1', 'x'), find('b', '1', 'x'), find('c', '1', 'x')]).toEqual([null, null, 'third']);
  store('b', 'y', 'fourth');
  expect(find('b', '1', 'y')).toBe('fourth');
});
