import { readFile } from 'node:fs/promises';
import type { Frame } from 'playwright';

/** Performs an action that starts a download. Returns the name and the text of the downloaded file. */
export async function captureDownload(
  panel: Frame,
  action: () => Promise<void>,
): Promise<{ name: string; text: string }> {
  const [file] = await Promise.all([panel.page().waitForEvent('download'), action()]);
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') };
}
