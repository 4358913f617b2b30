import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createTextPacker, unpackText } from '#core/collector/packed-text';

it('unpackText returns each packed text unchanged, in any order and of any length', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme', maxLength: 50 }), { maxLength: 30 }), (texts) => {
      const pack = createTextPacker();
      const packed = texts.map(pack);
      expect(packed.map(unpackText)).toEqual(texts);
    }),
  );
  const pack = createTextPacker();
  const large = 'ज'.repeat(600_000);
  const packed = ['a', large, 'b', large].map(pack);
  expect(packed.map(unpackText)).toEqual(['a', large, 'b', large]);
});
