import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toSpreadsheetJson, toSpreadsheetText } from '#core/quoting/spreadsheet-cell';
import { measureGrowth } from '#tests/fixtures/growth';
import { hostileText } from '#tests/fixtures/hostile-text';

/** Splits a text at each character that a spreadsheet may use as a separator. */
const cellsOf = (text: string) => text.split(/[;\t\r\n]/).map((cell) => cell.replace(/^[\s"]+/, ''));

const formulaText = fc
  .array(fc.oneof(fc.constantFrom(';', '\t', '\n', '=', '-', '+', '@', '＝', '"', "'", ' ', 'a'), hostileText))
  .map((parts) => parts.join(''));

it.each([
  ['=1+1', "'=1+1"],
  ['a;=1', "a;'=1"],
  ['a; "@SUM(A1)', `a; "'@SUM(A1)`],
  ['a\t-1', "a\t'-1"],
  ['a\n＝1', "a\n'＝1"],
  [' =1', " '=1"],
  ['a=b; c-d', 'a=b; c-d'],
  ['a\u0003', 'a\\u0003'],
])('the text %j is escaped for a spreadsheet as %j', (text, cell) => expect(toSpreadsheetText(text)).toBe(cell));

it('a text for a spreadsheet starts no cell with a formula, regardless of the separator', () => {
  fc.assert(
    fc.property(formulaText, (text) => {
      for (const cell of cellsOf(toSpreadsheetText(text))) expect(cell).not.toMatch(/^[=+\-@＝＋－＠]/);
    }),
    { numRuns: 500 },
  );
});

it('escaping a text for a spreadsheet takes linear time', () => {
  expect(measureGrowth((size) => `;${' '.repeat(size)}x`, toSpreadsheetText, 4_000)).toBeLessThan(8);
});

it('JSON for a spreadsheet has the same value, and starts no cell with a formula', () => {
  fc.assert(
    fc.property(fc.dictionary(formulaText, formulaText), (value) => {
      const cell = toSpreadsheetJson(value);
      expect(JSON.parse(cell)).toEqual(JSON.parse(JSON.stringify(value)));
      for (const part of cellsOf(cell)) expect(part).not.toMatch(/^[=+\-@＝＋－＠]/);
    }),
    { numRuns: 500 },
  );
});
