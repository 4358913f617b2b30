import { isLocalhost } from '#core/util/site';

/** Whether a host cannot be reached because the browser is offline. Localhost needs no network. */
export function isOffline(host: string): boolean {
  return globalThis.navigator?.onLine === false && !isLocalhost(host);
}
