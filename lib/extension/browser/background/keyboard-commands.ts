import { browser } from 'wxt/browser';

/**
 * Listens to a keyboard command of the manifest; the undo stops it.
 * To be called while the worker starts.
 */
export function listenCommand(name: string, onCommand: () => void): () => void {
  const handle = (command: string) => {
    if (command === name) onCommand();
  };
  browser.commands.onCommand.addListener(handle);
  return () => browser.commands.onCommand.removeListener(handle);
}
