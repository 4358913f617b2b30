import type { Plugin } from 'vite';

/**
 * Starts page scripts without WXT's wrapper.
 * The wrapper logs crashes for developers, and adds bytes to every frame.
 */
export const bareStart: Plugin = {
  name: 'bare-start',
  transform(code, id) {
    return id.includes('virtual:wxt-unlisted-script-entrypoint') ? toBareStart(code) : null;
  },
};

/**
 * Returns a module that only calls `main`.
 * Throws if WXT imports the script's definition in another way.
 */
function toBareStart(code: string): string {
  const [importLine] = /^import definition from .*$/m.exec(code) ?? [];
  if (importLine === undefined) throw new Error('WXT starts unlisted scripts in another way now.');
  return `${importLine}\ndefinition.main();`;
}
