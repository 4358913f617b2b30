import { expect, it } from 'vitest';
import { JsonTextStream } from '#core/json/json-in-text';
import { measureGrowth } from '#tests/fixtures/growth';

const partsOf = (text: string) => {
  const stream = new JsonTextStream();
  return [...stream.push(text), ...stream.end()];
};
const reportedParts = (text: string) => partsOf(text).filter(({ type }) => type !== 'skipped');
const event = { eid: 'LOG', mid: 'LOG:1', ets: 1, edata: { message: 'say "yes"' } };
const cell = (value: object) => JSON.stringify(value).replaceAll('"', '""');

it('JsonTextStream reads the event of a quoted CSV cell between other cells', () => {
  expect(reportedParts(`1,"${cell(event)}","x ""y"""\n`)).toEqual([
    { type: 'json', text: JSON.stringify(event), line: 1, column: 4 },
  ]);
});

it('JsonTextStream reads the event of a quoted cell that is unclosed at the end of the text', () => {
  expect(reportedParts(`1,"${cell(event)}`)).toMatchObject([
    { type: 'json', text: JSON.stringify(event) },
    { type: 'fault', line: 1, fault: { code: 'import.fault.unclosedQuote' } },
  ]);
});

it('JsonTextStream reports invalid JSON in a quoted cell, and continues in the next line', () => {
  const parts = reportedParts(`1,"{""eid"": ""LOG"", ""mid""\n2,"${cell(event)}"\n`);
  expect(parts.map(({ type, line }) => [type, line])).toEqual([
    ['fault', 1],
    ['json', 2],
  ]);
});

it('JsonTextStream counts blank lines within an object', () => {
  const text = 'notes\n{"eid": "LOG",\n\n\n"edata": {\n\n},\n\n"ets": x}\n';
  expect(reportedParts(text)).toMatchObject([{ type: 'fault', line: 9, column: 8 }]);
  expect(reportedParts(`{"a":\n\n${JSON.stringify(event)}$\n`)).toMatchObject([{ type: 'json', line: 3 }]);
});

it('JsonTextStream reports a truncated event at the end of the text, not in a line after it', () => {
  const text = 'notes\n{"eid": "LOG",\n  "mid": ';
  expect(reportedParts(text)).toMatchObject([{ type: 'fault', line: 3, column: 10 }]);
  expect(reportedParts(`${text}\n`)).toMatchObject([{ type: 'fault', line: 4, column: 1 }]);
});

it('JsonTextStream reads an unclosed cell in linear time', () => {
  expect(measureGrowth((count) => `"${'{""'.repeat(count)}`, partsOf, 2_000)).toBeLessThan(8);
});

it.each([
  ['are not closed', (count: number) => 'x,"y\n'.repeat(count)],
  ['occur in unquoted cells', (count: number) => 'x",a"b,"c\n'.repeat(count)],
  ['are doubled after an unclosed one', (count: number) => `x,"y\n${'a,""b\n'.repeat(count)}`],
  ['close one cell and open the next', (count: number) => `x,"y\n${'z",a,"\n'.repeat(count)}`],
  ['are missing in a row of empty cells', (count: number) => '\t'.repeat(count)],
  ['enclose a table in a cell', (count: number) => `"${'""eid"",""\n'.repeat(count)}`],
])('JsonTextStream reads in linear time a table whose quotation marks %s', (_, textOf) => {
  expect(measureGrowth(textOf, partsOf, 20_000)).toBeLessThan(8);
});

it.each([
  ['strings', 'x "\\"{'],
  ['strings with objects', '"{\\"'],
])('JsonTextStream reads many unclosed %s in linear time', (_, part) => {
  expect(measureGrowth((count) => `x ${part.repeat(count)}`, partsOf, 4_000)).toBeLessThan(8);
});
