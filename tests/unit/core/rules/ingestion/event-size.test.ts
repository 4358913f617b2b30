import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Json } from '#core/json/json';
import { isTooLarge } from '#core/rules/ingestion/ingestion-rules';

const MAX_BYTES = 300;
/** Texts with letters of one to four bytes, control characters, which are escaped, and lone surrogates. */
const anyText = fc
  .array(fc.constantFrom('a', '"', '\u0001', 'ä', 'अ', '😀', '\ud83d'), { maxLength: 60 })
  .map((all) => all.join(''));
const anyEvent = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    anyText,
    fc.double({ noNaN: true }),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 5 }),
    fc.dictionary(anyText, tie('value'), { maxKeys: 5 }),
  ),
})).value;

it('an event is too large if and only if its JSON text exceeds the limit in bytes', () => {
  fc.assert(
    fc.property(anyEvent, (event) => {
      const bytes = new TextEncoder().encode(JSON.stringify(event)).length;
      expect(isTooLarge(event, null, MAX_BYTES)).toBe(bytes > MAX_BYTES);
    }),
  );
});

it('the size of a deeply nested event is measured by its JSON text', () => {
  let event: Json = 'x';
  for (let depth = 0; depth < 200; depth += 1) event = [event];
  expect(isTooLarge(event, null, 403)).toBe(false);
  expect(isTooLarge(event, null, 402)).toBe(true);
});
