import type { BrowserContext } from 'playwright';
import { CALL_STACKS } from '#panel/capture/hook-settings';
import { SETTINGS_KEY } from '#panel/persistence/retention';

/**
 * Turns on the hook that reads call stacks, like the setting.
 * Resolves when the next page gets this hook.
 */
export async function recordCallStacks(context: BrowserContext): Promise<void> {
  const [worker] = context.serviceWorkers();
  if (!worker) throw new Error('The extension has no running background.');
  const settings = JSON.stringify({ [SETTINGS_KEY]: { [CALL_STACKS]: true } });
  await worker.evaluate(`(async () => {
    await chrome.storage.local.set(${settings});
    const hasStackHook = async () =>
      (await chrome.scripting.getRegisteredContentScripts()).some(({ js }) => js.includes('page-hook-stacks.js'));
    while (!(await hasStackHook())) await new Promise((next) => setTimeout(next, 20));
  })()`);
}
