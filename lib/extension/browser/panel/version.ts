import { browser } from 'wxt/browser';

/** The version of this extension, as its manifest says. */
export function extensionVersion(): string {
  return browser.runtime.getManifest().version;
}
