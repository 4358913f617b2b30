import type { WatchedFrame } from '#core/journey/watched-frame';

/** `learn.example.org`, `localhost:4173`, or null if an address names no host. */
export function siteOf(address: string): string | null {
  return URL.canParse(address) ? new URL(address).host || null : null;
}

/**
 * Returns the site that an event fired into a frame reaches, or `null` if its origin is opaque.
 * Behind a proxy it is that of the upstream. A frame of a URL without a host (`about:srcdoc`, `blob:`) has the origin of
 * its creator (HTML, section "Origin").
 */
export function siteOfFrame({
  url,
  origin = '',
  upstream = '',
}: Pick<WatchedFrame, 'url' | 'origin' | 'upstream'>): string | null {
  return siteOf(upstream) ?? siteOf(url) ?? siteOf(origin);
}

/** Whether a site is on this very machine, so that nothing fired at it reaches real data. */
export function isLocalhost(site: string): boolean {
  const name = site.replace(/:\d+$/, '').toLowerCase();
  return name === 'localhost' || name.endsWith('.localhost') || name === '[::1]' || /^127(\.\d{1,3}){3}$/.test(name);
}
