import { build } from 'vite';
import { expect, it } from 'vitest';
import { offlineSchemas } from '../../../build/offline-schemas';

async function bundle(input: string, plugins: ReturnType<typeof offlineSchemas>[]): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    plugins,
    resolve: { alias: { '#core': new URL('../../../lib/core', import.meta.url).pathname } },
    build: { write: false, minify: false, lib: { entry: input, formats: ['es'] } },
  });
  return [built]
    .flat()
    .flatMap((part) => ('output' in part ? part.output : []))
    .map((output) => (output.type === 'chunk' ? output.code : ''))
    .join('\n');
}

it('a bundle with the JSON Schema library has no code that fetches, reads files or evaluates text', async () => {
  const code = await bundle('lib/core/schemas/engine/schema-engine.ts', [offlineSchemas()]);
  expect(code).toContain('additionalProperties');
  // A method of RE2 has the name `eval`.
  const forbidden = [
    ...code.matchAll(/\bfetch\(|\bnode:fs\b|createReadStream|\bnew Function\(|(?<!\.)\beval\((?!input)/g),
  ];
  expect(forbidden.map(({ index }) => code.slice(index - 50, index + 50))).toEqual([]);
});

it('the build fails if a later version of the JSON Schema library has such code in another module', () => {
  const plugin = offlineSchemas();
  plugin.load('/node_modules/@hyperjump/browser/lib/index.js');
  expect(() => plugin.buildEnd()).toThrow('see build/offline-schemas.ts');
});
