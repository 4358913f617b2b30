import { browser } from 'wxt/browser';

/** Returns the version in the manifest of this extension. */
export function extensionVersion(): string {
  return browser.runtime.getManifest().version;
}
