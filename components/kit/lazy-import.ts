import { signal } from '@preact/signals';
import { messagesLoaded } from '#i18n';

/** How often code could not be fetched: that of an extension that was updated or removed under the open page. */
export const failedLoads = signal(0);

/** Imports code for one action; null, and counted, if it could not be fetched. `load` is an `import()`. */
export async function tryImport<Code>(load: () => Promise<Code>): Promise<Code | null> {
  try {
    const [code] = await Promise.all([load(), messagesLoaded()]);
    return code;
  } catch {
    failedLoads.value += 1;
    return null;
  }
}
