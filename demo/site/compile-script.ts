import { transformWithOxc } from 'vite';

/** Compiles a TypeScript module to JavaScript for a browser. Its types aren't checked. */
export async function compileScript(source: string, path: string): Promise<string> {
  const { code } = await transformWithOxc(source, path, {
    target: 'es2022',
    sourcemap: false,
    typescript: { onlyRemoveTypeImports: true },
  });
  return code;
}
