import { escapeControls } from '#core/quoting/json-text';

/**
 * Copies a string. Returns false if the browser does not permit it.
 * DevTools shows panels in frames without the asynchronous clipboard: there, a selection is copied. Control characters
 * are escaped, so that a pasted text cannot control a terminal.
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

/**
 * Copies with `execCommand`.
 * The text is put into the event, not into the field: a browser takes 20 s to lay out 4 MB of short lines.
 */
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
