import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { bareStartOf } from '../../../build/bare-start';

it('the bare start of a script keeps the import and the call of WXT’s entry', () => {
  const code = readFileSync('node_modules/wxt/dist/virtual/unlisted-script-entrypoint.mjs', 'utf8');
  expect(code).toContain('crashed on startup');
  expect(bareStartOf(code)).toBe(
    'import definition from "virtual:user-unlisted-script-entrypoint";\ndefinition.main();',
  );
});

it('the bare start of a script throws if WXT’s output has another form', () => {
  expect(() => bareStartOf("import script from 'virtual:user'; script.main();")).toThrow('in another way');
});
