import type { Plugin } from 'vite';

/**
 * Starts page scripts without WXT's wrapper.
 * It logs crashes for developers and adds bytes to every frame.
 */
export const bareStart: Plugin = {
  name: 'bare-start',
  transform(code, id) {
    return id.includes('virtual:wxt-unlisted-script-entrypoint') ? bareStartOf(code) : null;
  },
};

/**
 * Returns a module that only calls `main`.
 * Throws if WXT imports the script's definition in another way.
 */
function bareStartOf(code: string): string {
  const [imported] = /^import definition from .*$/m.exec(code) ?? [];
  if (imported === undefined) throw new Error('WXT starts unlisted scripts in another way now.');
  return `${imported}\ndefinition.main();`;
}
