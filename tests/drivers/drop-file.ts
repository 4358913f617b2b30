import { expect } from '@playwright/test';
import type { Frame } from 'playwright';

/** Drops a file on the panel as a user would; the browser lets no script move the real pointer with a file. */
export async function dropFile(panel: Frame, name: string, text: string): Promise<void> {
  const dataTransfer = await panel.evaluateHandle(
    ([fileName, content]) => {
      const data = new DataTransfer();
      data.items.add(new File([content ?? ''], fileName ?? ''));
      return data;
    },
    [name, text],
  );
  await panel.locator('#telemetry-panel').dispatchEvent('dragover', { dataTransfer });
  await expect(panel.locator('.drop-target')).toBeVisible();
  await panel.locator('#telemetry-panel').dispatchEvent('drop', { dataTransfer });
}
