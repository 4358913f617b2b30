import { expect } from '@playwright/test';
import type { Frame } from 'playwright';

/** Drops a file on the panel as a user would. */
export function dropFile(panel: Frame, name: string, text: string): Promise<void> {
  return dropFiles(panel, { [name]: text });
}

/** Drops files, each a text by its name; the browser lets no script move the real pointer with a file. */
export async function dropFiles(
  panel: Frame,
  files: Readonly<Record<string, string>>,
  target = '#telemetry-panel',
): Promise<void> {
  const dataTransfer = await panel.evaluateHandle((given) => {
    const data = new DataTransfer();
    for (const [name, text] of given) data.items.add(new File([text], name));
    return data;
  }, Object.entries(files));
  const place = panel.locator(target).first();
  await place.dispatchEvent('dragover', { dataTransfer });
  await expect(panel.locator('.drop-target')).toBeVisible();
  await place.dispatchEvent('drop', { dataTransfer });
}
