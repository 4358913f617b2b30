import fc from 'fast-check';
import { expect, it } from 'vitest';
import { HintList } from '#core/rules/hints/hint-list';
import { addValueHints } from '#core/rules/hints/value-hints';
import { findPersonalData } from '#core/secrets/personal-data';

const anyCharacter = fc.constantFrom(...'aZ_-.:/=&?#+@% (),"9०\\');
const anyDigits = fc.stringMatching(/^[0-9]{8,14}$/);
const anyText = fc
  .tuple(fc.array(anyCharacter, { maxLength: 6 }), anyDigits, fc.array(anyCharacter, { maxLength: 6 }))
  .map(([before, number, after]) => `${before.join('')}${number}${after.join('')}`);

it('a text has a hint about personal data if and only if the full search finds personal data', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const list = new HintList('edata');
      addValueHints(text, 'title', list);
      const hasHint = list.findings.some(({ params }) => params.reason.startsWith('personal-'));
      expect(hasHint).toBe(findPersonalData(text) !== null);
    }),
    { numRuns: 20_000 },
  );
});
