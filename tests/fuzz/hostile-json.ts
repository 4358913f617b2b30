import fc from 'fast-check';
import type { Json } from '#core/json/json';

const scalar = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('', '\ud800', 'START', 'LOG', 'DRAG', 'LISTEN', 'Yes', '1e999', '<b>', '\u0000'),
  fc.constantFrom(1e308, -0, 2 ** 53, -1, 0.1),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
);

/** Creates an object from JSON text, because only `JSON.parse` creates an own key `__proto__`. */
export function jsonObjectOf(entries: readonly (readonly [string, Json])[]): Json {
  return JSON.parse(`{${entries.map((entry) => entry.map((part) => JSON.stringify(part)).join(':')).join()}}`);
}

/**
 * Generates JSON of a hostile page or file.
 * It has the given names, names of the prototype, wrong types and lone surrogates.
 */
export function hostileJson(names: readonly string[]): fc.Arbitrary<Json> {
  const key = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...names) },
    fc.constantFrom('__proto__', 'constructor', 'toString', 'length', ''),
    fc.string({ unit: 'binary', maxLength: 8 }),
  );
  return fc.letrec<{ any: Json }>((tie) => ({
    any: fc.oneof(
      { maxDepth: 5 },
      scalar,
      fc.array(tie('any'), { maxLength: 4 }),
      fc.array(fc.tuple(key, tie('any')), { maxLength: 5 }).map(jsonObjectOf),
    ),
  })).any;
}
