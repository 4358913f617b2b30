import { expect, it } from 'vitest';
import { withIgnoreList } from '../../../build/ignored-by-debuggers';

const mapOf = (script: string): unknown => {
  const [, text = ''] = /\n\/\/# sourceMappingURL=data:application\/json,(\S+)\n$/.exec(script) ?? [];
  return JSON.parse(decodeURIComponent(text));
};

it('the source map puts each line of the script on the ignore list', () => {
  const script = withIgnoreList('one();\ntwo();\n', 'page-hook.js');
  expect(script.startsWith('one();\ntwo();\n//# ')).toBe(true);
  expect(mapOf(script)).toEqual({
    version: 3,
    sources: ['page-hook.js'],
    mappings: 'AAAA;AACA',
    ignoreList: [0],
  });
});
