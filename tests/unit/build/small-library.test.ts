import { expect, it } from 'vitest';
import { isMostlyLibrary, smallLibraries } from '../../../build/small-library';

it('chunks that consist mostly of libraries are distinguished from chunks of our own code', () => {
  const library = { '/a/node_modules/library/index.js': { renderedLength: 600 } };
  const own = { '/a/lib/core/own.ts': { renderedLength: 500 } };
  expect(isMostlyLibrary({ ...library, ...own })).toBe(true);
  expect(isMostlyLibrary({ ...library, ...own, '/a/lib/core/other.ts': { renderedLength: 200 } })).toBe(false);
  expect(isMostlyLibrary({})).toBe(false);
});

it('a function with one caller remains a function of its module, and is not created again by each call', async () => {
  const code = `
    function addItems(items, list) { for (const item of items) add(item, list); }
    export function add(value, list) { if (Array.isArray(value)) addItems(value, list); else list.push(value); }
  `;
  const modules = { '/a/lib/core/own.ts': { renderedLength: code.length } };
  const short = await smallLibraries().renderChunk(code, { fileName: 'own.mjs', modules });
  expect(short).toMatch(/^function (\w+)\(.*export function add\(.*\1\(/s);
});
