import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createTextPacker, type PackedText, unpackText } from '#core/collector/packed-text';

function createKeepingPacker(): (text: string | Uint8Array) => PackedText {
  const packer = createTextPacker();
  return (text) => {
    const draft = packer.draft(text);
    packer.keep(draft);
    return draft;
  };
}

it('unpackText returns each kept text unchanged, in any order and of any length', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme', maxLength: 50 }), { maxLength: 30 }), (texts) => {
      const pack = createKeepingPacker();
      const packed = texts.map(pack);
      expect(packed.map(unpackText)).toEqual(texts);
    }),
  );
  const pack = createKeepingPacker();
  const large = 'ज'.repeat(600_000);
  const packed = ['a', large, 'b', large].map(pack);
  expect(packed.map(unpackText)).toEqual(['a', large, 'b', large]);
});

it('a text can be packed from its bytes, and later changes of the bytes do not affect it', () => {
  const bytes = new TextEncoder().encode('{"title":"जल"}');
  const packed = createKeepingPacker()(bytes);
  bytes.fill(0);
  expect(unpackText(packed)).toBe('{"title":"जल"}');
});

it('a draft that is not kept is overwritten by the next one, and a stored text is not', () => {
  const packer = createTextPacker();
  const stored = packer.draft('stored');
  packer.keep(stored);
  const dropped = packer.draft('dropped');
  const next = packer.draft('next');
  packer.keep(next);
  expect(next.offset).toBe(dropped.offset);
  expect([stored, next].map(unpackText)).toEqual(['stored', 'next']);
});
