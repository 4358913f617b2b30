import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseJson } from '#core/json/json';
import { endOfPrimitive, endOfString, NO_END } from '#core/json/json-bytes';

const bytesOf = (text: string) => Buffer.from(`${text}\n`);

it('endOfPrimitive accepts exactly the primitives that JSON.parse accepts', () => {
  const parts = fc.constantFrom('0', '1', '12', '-', '+', '.', 'e', 'E', 'null', 'true', 'false', 'n', ' ', 'x');
  fc.assert(
    fc.property(fc.array(parts, { maxLength: 6 }), (list) => {
      const text = list.join('');
      const value = text.trim() === text ? parseJson(text) : undefined;
      expect(endOfPrimitive(bytesOf(text), 0) === text.length).toBe(value !== undefined);
    }),
    { numRuns: 3_000, examples: [[['-', '0', '.', '0', 'e', '+']], [['null']], [['0', '1']]] },
  );
});

it('endOfString accepts exactly the strings that JSON.parse accepts', () => {
  const parts = fc.constantFrom('a', 'é', '\\', '"', 'u', '00e9', 'n', '/', '\t', '\u007f', '水', 'b', '0');
  fc.assert(
    fc.property(fc.array(parts, { maxLength: 6 }), (list) => {
      const text = `"${list.join('')}"`;
      const bytes = bytesOf(text);
      const end = endOfString(bytes, 1);
      expect(end === bytes.length - 2).toBe(parseJson(text) !== undefined);
      if (end !== NO_END) expect(parseJson(bytes.subarray(0, end + 1).toString())).toBeTypeOf('string');
    }),
    { numRuns: 3_000 },
  );
});
