import fc from 'fast-check';
import { expect, it } from 'vitest';
import { HintList } from '#core/rules/hints/hint-list';
import { addValueHints } from '#core/rules/hints/value-hints';
import { findPersonalData } from '#core/secrets/personal-data';

const character = fc.constantFrom(...'aZ_-.:/=&?#+@% (),"9०\\');
const digits = fc.stringMatching(/^[0-9]{8,14}$/);
const text = fc
  .tuple(fc.array(character, { maxLength: 6 }), digits, fc.array(character, { maxLength: 6 }))
  .map(([before, number, after]) => `${before.join('')}${number}${after.join('')}`);

it('a text has a hint about personal data if and only if the full search finds personal data', () => {
  fc.assert(
    fc.property(text, (value) => {
      const list = new HintList('edata');
      addValueHints(value, 'title', list);
      const hasHint = list.all().some(({ params }) => params.reason.startsWith('personal-'));
      expect(hasHint).toBe(findPersonalData(value) !== null);
    }),
    { numRuns: 20_000 },
  );
});
