import type { Plugin } from 'vite';

/** Starts a page script and no more: what WXT wraps around it tells its developers of a crash, and is bytes in every frame. */
export const bareStart: Plugin = {
  name: 'bare-start',
  transform(code, id) {
    return id.includes('virtual:wxt-unlisted-script-entrypoint') ? bareStartOf(code) : null;
  },
};

/** The module that only calls `main`. Throws if `code` imports the script's definition in another way. */
function bareStartOf(code: string): string {
  const [imported] = /^import definition from .*$/m.exec(code) ?? [];
  if (imported === undefined) throw new Error('WXT starts unlisted scripts in another way now.');
  return `${imported}\ndefinition.main();`;
}
