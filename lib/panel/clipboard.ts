import { escapeControls } from '#core/quoting/json-text';

/**
 * Copies a text.
 * DevTools shows panels in frames that may not use the asynchronous clipboard, so the old way comes second. Control
 * characters of a page never reach a terminal raw. False where the browser lets neither happen.
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

/** No text field is used: a browser takes 20 s to lay out 4 MB of short lines in one. */
function copyBySelection(text: string): boolean {
  const focused = document.activeElement;
  const field = document.createElement('textarea');
  field.value = ' ';
  field.style.position = 'fixed';
  field.style.opacity = '0';
  document.body.append(field);
  field.select();
  let hasData = false;
  const putData = (event: ClipboardEvent) => {
    event.preventDefault();
    event.clipboardData?.setData('text/plain', text);
    hasData = event.clipboardData !== null;
  };
  document.addEventListener('copy', putData, { once: true });
  const isCopied = document.execCommand('copy');
  document.removeEventListener('copy', putData);
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return isCopied && hasData;
}
