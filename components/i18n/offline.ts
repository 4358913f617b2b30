import { isLocalhost } from '#core/drafts/site-host';

/** Whether a host could not be reached because the browser has no network. It needs none for this machine. */
export function isOffline(host: string): boolean {
  return globalThis.navigator?.onLine === false && !isLocalhost(host);
}
