/** Whether the calls and events of a page can be seen. Requests are seen in any case. */
type WatchState = 'watched' | 'not-watched' | 'unavailable';

/** Whether the site of a page is watched. */
export interface Watching {
  readonly state: WatchState;
  /** The host with its port (`learn.example.org`, `localhost:4173`), or the URL if it has no host. */
  readonly host: string;
}

/** Frames of an unwatched site in a watched page. */
export interface UnwatchedFrames {
  readonly host: string;
  /** The URL of one of the frames. */
  readonly url: string;
  readonly count: number;
}

/** Match patterns of hosts: those with granted access, and those that the user chose to watch. */
export interface WatchSettings {
  readonly granted: readonly string[];
  /**
   * Sites that the user watches.
   * Not the same as granted access, which logging in to a provider needs, too.
   */
  readonly selected: readonly string[];
}

/** Match patterns of sites, by what the extension does there. */
export interface WatchedSites {
  readonly watched: readonly string[];
  /** Sites with access that are not watched: the user stopped it, or an entity logs in there. */
  readonly stopped: readonly string[];
  /** Sites whose access was granted at installation and cannot be revoked. */
  readonly fixed: readonly string[];
}

/**
 * Returns the match pattern of a page's host.
 * Returns `null` if no extension can run there (`chrome:`, the web store).
 */
export function matchPatternOf(url: string): string | null {
  const parsed = parseUrl(url);
  if (!parsed || (parsed.protocol !== 'http:' && parsed.protocol !== 'https:')) return null;
  return `${parsed.protocol}//${parsed.hostname}/*`;
}

/** Returns whether the site of a URL is watched, or why it cannot be. */
export function watchingOf(url: string, settings: WatchSettings): Watching {
  const host = parseUrl(url)?.host || url;
  const pattern = matchPatternOf(url);
  if (pattern === null) return { state: 'unavailable', host };
  return { state: watchedPatterns(settings).includes(pattern) ? 'watched' : 'not-watched', host };
}

/** Returns the frames of unwatched sites, in the order of the first frame of each site. */
export function unwatchedFramesOf(urls: readonly string[], settings: WatchSettings): readonly UnwatchedFrames[] {
  const sites = new Map<string, UnwatchedFrames>();
  for (const url of urls) {
    const { state, host } = watchingOf(url, settings);
    if (state === 'not-watched') sites.set(host, { host, url, count: (sites.get(host)?.count ?? 0) + 1 });
  }
  return [...sites.values()];
}

/** Returns the patterns of pages that get the hook: selected ones with access. */
export function watchedPatterns({ granted, selected }: WatchSettings): readonly string[] {
  return selected.filter((pattern) => granted.some((allowed) => covers(allowed, pattern.slice(0, -1))));
}

/** Whether a match pattern (`https://*.example.org/*`, `<all_urls>`) covers the page. */
export function covers(pattern: string, url: string): boolean {
  if (pattern === '<all_urls>') return true;
  const match = /^(\*|https?):\/\/(\*|\*\.[^/]+|[^/]+)\/\*$/.exec(pattern);
  const page = parseUrl(url);
  if (!match || !page) return false;
  const [, scheme = '', host = ''] = match;
  if (scheme !== '*' && `${scheme}:` !== page.protocol) return false;
  if (host === '*') return true;
  if (!host.startsWith('*.')) return host === page.hostname || host === page.host;
  return page.hostname === host.slice(2) || page.hostname.endsWith(host.slice(1));
}

/** Whether a host of a URL, with or without its port, is this machine. */
export function isLocalhost(host: string): boolean {
  const name = host.replace(/:\d+$/, '').toLowerCase();
  return name === 'localhost' || name.endsWith('.localhost') || name === '[::1]' || /^127(\.\d{1,3}){3}$/.test(name);
}

function parseUrl(url: string): URL | null {
  return URL.canParse(url) ? new URL(url) : null;
}

/** Returns the origin of a URL, or `null` if the text isn't a URL. */
export function originOfUrl(text: string): string | null {
  return URL.canParse(text) ? new URL(text).origin : null;
}
