import { i18n } from '#i18n';
import type { Toasts } from './toasts.ts';

/**
 * Reads a text file that the user selected.
 * Returns `null`, and shows why, if the file is too large or can't be read.
 *
 * @param maxBytes the size beyond which `tooLarge` is shown.
 */
export async function readTextFile(
  toasts: Toasts,
  file: File,
  maxBytes: number,
  tooLarge: () => string,
): Promise<string | null> {
  const isTooLarge = file.size > maxBytes;
  const text = isTooLarge ? null : await file.text().catch(() => null);
  const unreadable = () => i18n.t('common.unreadableFile', { name: file.name });
  if (text === null) toasts.show({ tone: 'error', text: isTooLarge ? tooLarge : unreadable });
  return text;
}
