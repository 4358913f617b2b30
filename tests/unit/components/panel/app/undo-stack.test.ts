import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createUndoStack } from '#components/panel/app/undo-stack.ts';

it('an undo stack steps back and forward as a list of all states would', () => {
  const anyStep = fc.oneof(fc.nat({ max: 5 }), fc.constantFrom('undo', 'redo', 'replace', 'rewrite'));
  fc.assert(
    fc.property(fc.array(anyStep, { maxLength: 40 }), (steps) => {
      const stack = createUndoStack(0, { maxSteps: 100 });
      let [states, at] = [[0], 0];
      for (const step of steps) {
        if (step === 'undo') {
          stack.undo();
          at = Math.max(0, at - 1);
        } else if (step === 'redo') {
          stack.redo();
          at = Math.min(states.length - 1, at + 1);
        } else if (step === 'replace') {
          stack.replace(9);
          states = states.with(at, 9);
        } else if (step === 'rewrite') {
          stack.rewrite((state) => state + 10);
          states = states.map((state) => state + 10);
        } else {
          stack.push(Number(step));
          if (states[at] !== step) {
            states = [...states.slice(0, at + 1), Number(step)];
            at += 1;
          }
        }
        expect(stack.current.value).toBe(states[at]);
        expect(stack.canUndo.value).toBe(at > 0);
        expect(stack.canRedo.value).toBe(at < states.length - 1);
      }
    }),
  );
});

it('an undo stack merges consecutive input in one field into one step', () => {
  let now = 0;
  const stack = createUndoStack('', { maxSteps: 10, clock: () => now });
  stack.push('a', 'name');
  stack.push('ab', 'name');
  stack.push('abc', 'city');
  now += 1_000;
  stack.push('abcd', 'city');
  const texts = [stack.current.value];
  while (stack.canUndo.value) {
    stack.undo();
    texts.push(stack.current.value);
  }
  expect(texts).toEqual(['abcd', 'abc', 'ab', '']);
});

it('an undo stack drops its oldest states beyond the limits of steps and size, and never drops the newest', () => {
  const countUndoSteps = (texts: readonly string[]) => {
    const stack = createUndoStack('', { maxSteps: 3, maxSize: 6, sizeOf: (text) => text.length });
    for (const text of texts) stack.push(text);
    let steps = 0;
    for (; stack.canUndo.value; steps += 1) stack.undo();
    return steps;
  };
  expect(countUndoSteps(['a', 'b', 'c', 'd', 'e'])).toBe(3);
  expect(countUndoSteps(['aaa', 'bbb', 'ccc', 'd'])).toBe(2);
  expect(countUndoSteps(['aaaaaaaa', 'b'])).toBe(1);
});
