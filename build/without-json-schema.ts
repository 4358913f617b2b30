import type { Plugin } from 'vite';

const FILES = /[\\/]zod[\\/]v4[\\/]core[\\/](?:json-schema-processors|to-json-schema)\.js$/;
const EXPORTED = /^export (?:const|function) (\w+)|^export \{ \w+ as (\w+) \}/gm;

/**
 * Leaves out of a page what zod carries along to write JSON Schema: 20 kB of every page that knows a schema, as each
 * schema has the method. The extension never calls it, and what is left throws.
 */
export const withoutJsonSchema: Plugin = {
  name: 'without-json-schema',
  transform(code, id) {
    return FILES.test(id) ? stubOf(code) : null;
  },
};

/** A module with the same exports, each of which throws. Throws itself if `code` exports nothing that it can read. */
export function stubOf(code: string): string {
  const names = [...code.matchAll(EXPORTED)].map(([, declared, renamed]) => declared ?? renamed);
  if (names.length === 0) throw new Error('zod exports its JSON Schema in another way now.');
  const stub = "const stub = () => { throw new Error('This build has no JSON Schema.'); };";
  return `${stub}\nexport { ${names.map((name) => `stub as ${name}`).join(', ')} };`;
}
