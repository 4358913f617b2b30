/** `learn.example.org`, `localhost:4173`, or null if an address names no host. */
export function siteOf(address: string): string | null {
  return URL.canParse(address) ? new URL(address).host || null : null;
}

/**
 * Returns the site that an event fired into a frame reaches, or `null` if its origin is opaque.
 * A frame of a URL without a host (`about:srcdoc`, `blob:`) has the origin of its creator (HTML, section "Origin").
 */
export function siteOfFrame({ url, origin = '' }: { readonly url: string; readonly origin?: string | undefined }) {
  return siteOf(url) ?? siteOf(origin);
}

/** Whether a site is on this very machine, so that nothing fired at it reaches real data. */
export function isLocalhost(site: string): boolean {
  const name = site.replace(/:\d+$/, '').toLowerCase();
  return name === 'localhost' || name.endsWith('.localhost') || name === '[::1]' || /^127(\.\d{1,3}){3}$/.test(name);
}
