import { escapeControls } from '#core/quoting/json-text';

/**
 * Copies a text. DevTools shows panels in frames that may not use the asynchronous clipboard, so the old way comes
 * second. Control characters of a page never reach a terminal raw. False where the browser lets neither happen.
 */
export async function copyText(text: string): Promise<boolean> {
  const copied = escapeControls(text);
  try {
    await navigator.clipboard.writeText(copied);
    return true;
  } catch {
    return copyBySelection(copied);
  }
}

function copyBySelection(text: string): boolean {
  const focused = document.activeElement;
  const area = document.createElement('textarea');
  area.value = text;
  area.style.position = 'fixed';
  area.style.opacity = '0';
  document.body.append(area);
  area.select();
  const copied = document.execCommand('copy');
  area.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return copied;
}
