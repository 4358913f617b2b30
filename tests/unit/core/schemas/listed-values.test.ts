import { expect, it } from 'vitest';
import { type Json, valueAt } from '#core/json/json';
import { importSchemas } from '#core/schemas/import-schemas';
import { findListedValues as findLists } from '#core/schemas/listed-values';

const findListedValues = (root: Json) =>
  findLists(root, ({ $ref }) => valueAt(root, String($ref).split('/').slice(1).filter(Boolean)));

const listsOf = async (files: Readonly<Record<string, Json>>) => {
  const schemaFiles = Object.entries(files).map(([path, json]) => ({ path, text: JSON.stringify(json) }));
  const { listedValues, problems } = await importSchemas('team', schemaFiles);
  expect(problems).toEqual([]);
  return [...listedValues('INTERACT')];
};

it('listed values are found behind references within the file and to other files, in each form of URI', async () => {
  const common = {
    $id: 'https://schemas.example.org/common',
    definitions: {
      pageid: { enum: ['home', 'player'] },
      edata: { properties: { subtype: { $ref: '#/definitions/sub' } } },
      sub: { enum: ['swipe'] },
    },
  };
  const interact = {
    properties: {
      edata: {
        allOf: [{ $ref: 'https://schemas.example.org/common#/definitions/edata' }, { $ref: 'lists/data.json' }],
        properties: { pageid: { $ref: 'common.json#/definitions/pageid' }, id: { $ref: '#/definitions/ids' } },
      },
    },
    definitions: { ids: { enum: ['next'] } },
  };
  const data = { properties: { type: { $ref: '../types' } } };
  const lists = await listsOf({
    'interact.json': interact,
    'common.json': common,
    'lists/data.json': data,
    'types.json': { enum: ['TOUCH'] },
  });
  expect(new Map(lists)).toEqual(
    new Map([
      ['edata.pageid', ['home', 'player']],
      ['edata.id', ['next']],
      ['edata.subtype', ['swipe']],
      ['edata.type', ['TOUCH']],
    ]),
  );
});

it('listed values are found in properties, in allOf and behind references within the file', () => {
  const listedValues = findListedValues({
    allOf: [{ properties: { edata: { $ref: '#/definitions/data' } } }],
    properties: { eid: { enum: ['INTERACT', 5] } },
    definitions: { data: { properties: { type: { enum: ['TOUCH'] }, id: { $ref: '#/definitions/none' } } } },
  });
  expect([...listedValues]).toEqual([
    ['eid', ['INTERACT']],
    ['edata.type', ['TOUCH']],
  ]);
});

it('a schema that refers to itself causes no endless recursion', () => {
  expect([...findListedValues({ $ref: '#/', properties: { a: { $ref: '#/properties/a' } } })]).toEqual([]);
});

it('schemas with exponentially many references are searched up to a limit', () => {
  const names = ['a', 'b', 'c', 'd'];
  const all = { $ref: '#/definitions/all' };
  const definitions = {
    all: { allOf: [all, all, all], properties: Object.fromEntries(names.map((name) => [name, all])) },
  };
  const listed = { enum: ['first'] };
  expect([...findListedValues({ properties: { listed, more: all }, definitions })]).toEqual([['listed', ['first']]]);
});

it('alternatives, booleans and values that are not schemas have no listed values', () => {
  expect([...findListedValues({ anyOf: [{ properties: { a: { enum: ['x'] } } }], properties: { b: true } })]).toEqual(
    [],
  );
  expect([...findListedValues(true)]).toEqual([]);
});
