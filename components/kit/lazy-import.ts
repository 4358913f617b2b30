import { signal } from '@preact/signals';
import { messagesLoaded } from '#i18n';

/** Number of failed imports, for example after the extension was updated while the page is open. */
export const failedImportCount = signal(0);

/**
 * Imports code for one action. Returns `null`, and counts the failure, if the code cannot be loaded.
 * `load` is an `import()`.
 */
export async function tryImport<Code>(load: () => Promise<Code>): Promise<Code | null> {
  try {
    const [code] = await Promise.all([load(), messagesLoaded()]);
    return code;
  } catch {
    failedImportCount.value += 1;
    return null;
  }
}
