import { expect, it } from 'vitest';
import { toGlobPattern } from '#node/cli/input/find-files';

it('a backslash in a glob pattern separates folders on Windows, and escapes a character elsewhere', () => {
  expect(toGlobPattern('C:\\captures\\**\\*.har', '\\')).toBe('C:/captures/**/*.har');
  expect(toGlobPattern('captures/\\[a]*.har', '/')).toBe('captures/\\[a]*.har');
});
