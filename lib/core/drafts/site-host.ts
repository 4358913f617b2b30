import type { WatchedFrame } from '#core/journey/watched-frame';

/** Returns the host and port of a URL, such as `localhost:4173`, or null if it has no host. */
export function siteOf(url: string): string | null {
  return URL.canParse(url) ? new URL(url).host || null : null;
}

/**
 * Returns the site that receives the events fired in a frame, or `null` if its origin is opaque.
 * Behind a proxy, it is the site of the upstream.
 * A frame whose URL has no host (`about:srcdoc`, `blob:`) has the origin of its creator (HTML, section "Origin").
 */
export function siteOfFrame({
  url,
  origin = '',
  upstream = '',
}: Pick<WatchedFrame, 'url' | 'origin' | 'upstream'>): string | null {
  return siteOf(upstream) ?? siteOf(url) ?? siteOf(origin);
}
