import { expect } from '@playwright/test';
import type { Frame } from 'playwright';
import type { ExportFormat } from '#core/formats/formats';
import { handedOut } from './handed-out';

const choices: Readonly<Record<ExportFormat, RegExp>> = {
  session: /^Session/,
  ndjson: /^Events/,
  csv: /^Table/,
  har: /^Requests/,
  curl: /^cURL/,
  sdk: /^SDK calls/,
};

/** Opens the export dialog with a format chosen. */
export async function openExport(panel: Frame, format: ExportFormat): Promise<void> {
  await panel.getByRole('button', { name: 'Export', exact: true }).click();
  await panel.getByRole('radio', { name: choices[format] }).check();
}

/** Presses the dialog’s button, and gives the file that the browser saved. */
export async function saved(panel: Frame, button = 'Download'): ReturnType<typeof handedOut> {
  const file = await handedOut(panel, () => panel.getByRole('button', { name: button, exact: true }).click());
  await expect(panel.getByRole('dialog')).toHaveCount(0);
  return file;
}
