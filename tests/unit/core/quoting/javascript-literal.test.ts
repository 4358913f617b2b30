import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '#core/json/json';
import { formatJavaScriptLiteral } from '#core/quoting/javascript-literal';
import { hostileText } from '#tests/fixtures/hostile-text';
import { hostileJson } from '#tests/fuzz/hostile-json';

/** Evaluates an expression. Returns its value as JSON, which has only own properties. */
const evaluate = (expression: string) => JSON.stringify(runInNewContext(`(${expression})`, {}));

describe.each([0, 2])('indent %d', (indent) => {
  it(`a value written as JavaScript with the indent ${indent} evaluates to the same value`, () => {
    const anyValue = fc.oneof(hostileJson(['a', '__proto__', '"__proto__":', ', "__proto__": ']), hostileText);
    fc.assert(
      fc.property(anyValue, (json) => {
        expect(evaluate(formatJavaScriptLiteral(json, indent))).toBe(JSON.stringify(json));
      }),
      { numRuns: 500 },
    );
  });

  it.each<[string, Json]>([
    ['__proto__ as a key', JSON.parse('{"__proto__":{"__proto__":[{"a":1,"__proto__":null}]}}')],
    ['__proto__ in texts', ['{"__proto__":1}', '{\n  "__proto__": 1', ',"__proto__":', '\u2028"__proto__": ']],
  ])(`a value written as JavaScript with the indent ${indent} preserves %s`, (_case, json) =>
    expect(evaluate(formatJavaScriptLiteral(json, indent))).toBe(JSON.stringify(json)),
  );

  it(`a value written as JavaScript with the indent ${indent} has no control characters, and no line breaks within strings`, () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        expect(formatJavaScriptLiteral(text, indent)).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
      }),
    );
  });
});
