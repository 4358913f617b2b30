import { browser } from 'wxt/browser';
import type { OwnExtension } from '#extension/protocol/sender';

export function ownExtension(): OwnExtension {
  // `URL.origin` is "null" for schemes that an engine treats as non-standard.
  const origin = browser.runtime.getURL('/').replace(/\/$/, '');
  return { id: browser.runtime.id, origin, popupPath: '/popup.html' };
}
