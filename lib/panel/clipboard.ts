import { escapeControls } from '#core/quoting/json-text';

/**
 * Copies a string. Returns false if the browser does not permit it.
 * DevTools shows panels in frames without the asynchronous clipboard, where `execCommand` copies instead. Control
 * characters are escaped, so that a pasted text cannot control a terminal.
 */
export async function copyText(text: string): Promise<boolean> {
  const escaped = escapeControls(text);
  try {
    await navigator.clipboard.writeText(escaped);
    return true;
  } catch {
    return copyBySelection(escaped);
  }
}

/**
 * Copies with `execCommand`.
 * The text is put into the event, because browsers take many seconds to lay out a field with megabytes of short lines.
 */
function copyBySelection(text: string): boolean {
  const activeElement = document.activeElement;
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
  if (activeElement instanceof HTMLElement) activeElement.focus();
  return isCopied && hasData;
}
