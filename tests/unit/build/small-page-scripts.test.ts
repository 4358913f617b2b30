import { readdirSync, readFileSync } from 'node:fs';
import { minify } from 'terser';
import type { InlineConfig } from 'vite';
import { expect, it } from 'vitest';
import { OWN_PROPERTIES, shrinkPageScripts } from '../../../build/small-page-scripts';

const configFor = (name: string): InlineConfig => {
  const config: InlineConfig = {};
  shrinkPageScripts([{ name }], config);
  return config;
};

it('lists no property that the hook does not have', () => {
  const read = (folder: string) =>
    readdirSync(folder).map((file) => (file.endsWith('.ts') ? readFileSync(`${folder}/${file}`, 'utf8') : ''));
  const hook = [...read('lib/page/hook'), ...read('lib/page'), readFileSync('entrypoints/page-hook.ts', 'utf8')].join();
  expect(OWN_PROPERTIES.filter((name) => !new RegExp(`\\b${name}\\b`).test(hook))).toEqual([]);
});

it('minifying a page script renames the hook’s own properties, and no other', async () => {
  const code = 'globalThis.held = { isAsync: 1, detail: 2 };';
  const minified = async (name: string) => (await minify(code, { ...configFor(name).build?.terserOptions })).code;
  expect(await minified('page-hook')).toMatch(/^globalThis\.held=\{\w:1,detail:2\};$/);
  expect(await minified('relay')).toBe('globalThis.held={isAsync:1,detail:2};');
});

it('minifying leaves every other script unchanged', () => {
  expect(configFor('background')).toEqual({});
});
