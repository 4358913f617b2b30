import { expect } from '@playwright/test';
import type { Frame } from 'playwright';

/** Drops a file on the panel as a user would. */
export function dropFile(panel: Frame, name: string, text: string): Promise<void> {
  return dropFiles(panel, { [name]: text });
}

/** Drops files, given as texts by name. Dispatches the events itself, because a script cannot drag a real file. */
export async function dropFiles(
  panel: Frame,
  files: Readonly<Record<string, string>>,
  target = '#telemetry-panel',
): Promise<void> {
  const dataTransfer = await panel.evaluateHandle((entries) => {
    const data = new DataTransfer();
    for (const [name, text] of entries) data.items.add(new File([text], name));
    return data;
  }, Object.entries(files));
  const dropTarget = panel.locator(target).first();
  await dropTarget.dispatchEvent('dragover', { dataTransfer });
  await expect(panel.locator('.drop-target')).toBeVisible();
  await dropTarget.dispatchEvent('drop', { dataTransfer });
}
