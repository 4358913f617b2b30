import { expect, it } from 'vitest';
import { findListedValues } from '#core/schemas/listed-values';

it('lists are found in properties, in allOf and behind references within the file', () => {
  const found = findListedValues({
    allOf: [{ properties: { edata: { $ref: '#/definitions/data' } } }],
    properties: { eid: { enum: ['INTERACT', 5] } },
    definitions: { data: { properties: { type: { enum: ['TOUCH'] }, id: { $ref: 'other.json' } } } },
  });
  expect([...found]).toEqual([
    ['eid', ['INTERACT']],
    ['edata.type', ['TOUCH']],
  ]);
});

it('a schema that refers to itself ends', () => {
  expect([...findListedValues({ $ref: '#/', properties: { a: { $ref: '#/properties/a' } } })]).toEqual([]);
});

it('schemas that refer to each other in many ways are looked into up to a bound, in a moment', () => {
  const names = ['a', 'b', 'c', 'd'];
  const all = { $ref: '#/definitions/all' };
  const definitions = {
    all: { allOf: [all, all, all], properties: Object.fromEntries(names.map((name) => [name, all])) },
  };
  const listed = { enum: ['first'] };
  expect([...findListedValues({ properties: { listed, more: all }, definitions })]).toEqual([['listed', ['first']]]);
});

it('alternatives, booleans and other values have no lists', () => {
  expect([...findListedValues({ anyOf: [{ properties: { a: { enum: ['x'] } } }], properties: { b: true } })]).toEqual(
    [],
  );
  expect([...findListedValues(true)]).toEqual([]);
});
