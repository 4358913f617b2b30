import { expect, it } from 'vitest';
import { isMostlyLibrary } from '../../../build/small-library';

it('chunks that consist mostly of libraries are distinguished from chunks of our own code', () => {
  const library = { '/a/node_modules/library/index.js': { renderedLength: 600 } };
  const own = { '/a/lib/core/own.ts': { renderedLength: 500 } };
  expect(isMostlyLibrary({ ...library, ...own })).toBe(true);
  expect(isMostlyLibrary({ ...library, ...own, '/a/lib/core/other.ts': { renderedLength: 200 } })).toBe(false);
  expect(isMostlyLibrary({})).toBe(false);
});
