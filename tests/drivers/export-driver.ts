import { expect } from '@playwright/test';
import type { Frame } from 'playwright';
import type { ExportFormat } from '#core/formats/formats';
import { captureDownload } from './capture-download';
import { t } from './texts';

/** Opens the export dialog, and selects a format. */
export async function openExport(panel: Frame, format: ExportFormat): Promise<void> {
  await panel.getByRole('button', { name: t('export.title'), exact: true }).click();
  await panel.getByRole('radio', { name: t(`export.formats.${format}`) }).check();
}

/** Clicks the dialog's button, and returns the file that the browser saved. */
export async function downloadExport(panel: Frame, button = t('export.download')): ReturnType<typeof captureDownload> {
  const file = await captureDownload(panel, () => panel.getByRole('button', { name: button, exact: true }).click());
  await expect(panel.getByRole('dialog')).toHaveCount(0);
  return file;
}
