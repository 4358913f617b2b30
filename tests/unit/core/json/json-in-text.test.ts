import { expect, it } from 'vitest';
import { JsonTextStream } from '#core/json/json-in-text';
import { growthOf } from '#tests/fixtures/growth';

const partsOf = (text: string) => {
  const stream = new JsonTextStream();
  return [...stream.push(text), ...stream.end()];
};
const seenIn = (text: string) => partsOf(text).filter(({ type }) => type !== 'skipped');
const event = { eid: 'LOG', mid: 'LOG:1', ets: 1, edata: { message: 'say "yes"' } };
const cell = (value: object) => JSON.stringify(value).replaceAll('"', '""');

it('the reader of JSON in a text reads the event of a quoted cell, with what its line holds before and behind it', () => {
  expect(seenIn(`1,"${cell(event)}","x ""y"""\n`)).toEqual([
    { type: 'json', text: JSON.stringify(event), line: 1, column: 4 },
  ]);
});

it('the reader of JSON in a text reads the event of a cell that the text ends behind', () => {
  expect(seenIn(`1,"${cell(event)}`)).toMatchObject([
    { type: 'json', text: JSON.stringify(event) },
    { type: 'fault', line: 1, fault: { code: 'import.fault.unclosedQuote' } },
  ]);
});

it('the reader of JSON in a text says that an event of a cell is no JSON, and continues in the next line', () => {
  const parts = seenIn(`1,"{""eid"": ""LOG"", ""mid""\n2,"${cell(event)}"\n`);
  expect(parts.map(({ type, line }) => [type, line])).toEqual([
    ['fault', 1],
    ['json', 2],
  ]);
});

it('the reader of JSON in a text reads a cell that never ends in linear time', () => {
  expect(growthOf((count) => `"${'{""'.repeat(count)}`, partsOf, 2_000)).toBeLessThan(8);
});

it.each([
  ['are not closed', (count: number) => 'x,"y\n'.repeat(count)],
  ['stand in cells that are not quoted', (count: number) => 'x",a"b,"c\n'.repeat(count)],
  ['are doubled behind one that is not closed', (count: number) => `x,"y\n${'a,""b\n'.repeat(count)}`],
  ['close one cell and open the next', (count: number) => `x,"y\n${'z",a,"\n'.repeat(count)}`],
  ['hold a table in a cell of a table', (count: number) => `"${'""eid"",""\n'.repeat(count)}`],
])('the reader of JSON in a text reads a table whose quotation marks %s in linear time', (_, textOf) => {
  expect(growthOf(textOf, partsOf, 20_000)).toBeLessThan(8);
});

it.each([
  ['begins', 'x "\\"{'],
  ['begins an object', '"{\\"'],
])('the reader of JSON in a text reads a string that %s again and again and never ends in linear time', (_, part) => {
  expect(growthOf((count) => `x ${part.repeat(count)}`, partsOf, 4_000)).toBeLessThan(8);
});
