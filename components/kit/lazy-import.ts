import { signal } from '@preact/signals';
import { messagesLoaded } from '#i18n';

/** Number of failed code loads, such as after the extension was updated or removed under the open page. */
export const failedLoads = signal(0);

/**
 * Imports code for one action. Returns null, and counts the failure, if the code cannot be loaded.
 * `load` is an `import()`.
 */
export async function tryImport<Code>(load: () => Promise<Code>): Promise<Code | null> {
  try {
    const [code] = await Promise.all([load(), messagesLoaded()]);
    return code;
  } catch {
    failedLoads.value += 1;
    return null;
  }
}
