import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { stubOf } from '../../../build/without-json-schema';

const core = join(dirname(createRequire(import.meta.url).resolve('zod')), 'v4', 'core');

it.each(['json-schema-processors.js', 'to-json-schema.js'])(
  'stands in for all that zod exports from %s',
  async (file) => {
    const path = join(core, file);
    const stub: Record<string, unknown> = await import(
      `data:text/javascript,${encodeURIComponent(stubOf(readFileSync(path, 'utf8')))}`
    );
    const real: Record<string, unknown> = await import(path);
    expect(Object.keys(stub).sort()).toEqual(Object.keys(real).sort());
  },
);

it('throws where zod has another form', () => {
  expect(() => stubOf('module.exports = {};')).toThrow('in another way');
});
