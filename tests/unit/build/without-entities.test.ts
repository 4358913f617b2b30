import { expect, it } from 'vitest';
import { withoutEntities } from '../../../build/without-entities';

const library = '/a/node_modules/htmlparser2/dist/esm/Tokenizer.js';
const entityTable = '/a/node_modules/entities/dist/esm/generated/decode-data-html.js';

it('the tokenizer is bundled without the table of HTML character references', () => {
  const { load, buildEnd } = withoutEntities();
  expect([load(library), load('/a/other.js'), load(entityTable)]).toEqual([
    null,
    null,
    'export const htmlDecodeTree = new Uint16Array(0);\n',
  ]);
  expect(() => buildEnd()).not.toThrow();
});

it('the build fails if the library has its character references in another module', () => {
  const { load, buildEnd } = withoutEntities();
  load(library);
  expect(() => buildEnd()).toThrow(/without-entities/);
});
