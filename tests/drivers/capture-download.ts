import { readFile } from 'node:fs/promises';
import type { Frame } from 'playwright';

/** The file that the panel hands out when that is done, as the browser saved it. */
export async function captureDownload(
  panel: Frame,
  action: () => Promise<void>,
): Promise<{ name: string; text: string }> {
  const [file] = await Promise.all([panel.page().waitForEvent('download'), action()]);
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') };
}
