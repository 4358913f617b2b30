/** Whether the calls and events of a page can be seen. Requests are seen in any case. */
type WatchState = 'watched' | 'not-watched' | 'unavailable';

/** Whether the site of a page is watched. */
export interface Watching {
  readonly state: WatchState;
  /** The host as people know it (`learn.example.org`, `localhost:4173`), or the address where it has none. */
  readonly host: string;
}

/** Frames of one site in a watched page, which is not watched itself. */
export interface UnwatchedFrames {
  readonly host: string;
  /** The URL of one of them. */
  readonly url: string;
  readonly count: number;
}

/** Match patterns of hosts: those with access, and those that the user wants watched. */
export interface WatchSettings {
  readonly granted: readonly string[];
  /** Sites that the user watches. Kept apart from granted access, which is also given for logging in to a provider. */
  readonly chosen: readonly string[];
}

/** Match patterns of sites, by what the extension does there. */
export interface WatchedSites {
  readonly watched: readonly string[];
  /** The extension has access, and does not watch: it was stopped, or an entity logs in there. */
  readonly stopped: readonly string[];
  /** Access that was granted at the installation, and cannot be given back. */
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

/** Returns the frames of sites that are not watched, in the order in which their sites come first. */
export function unwatchedFramesOf(urls: readonly string[], settings: WatchSettings): readonly UnwatchedFrames[] {
  const sites = new Map<string, UnwatchedFrames>();
  for (const url of urls) {
    const { state, host } = watchingOf(url, settings);
    if (state === 'not-watched') sites.set(host, { host, url, count: (sites.get(host)?.count ?? 0) + 1 });
  }
  return [...sites.values()];
}

/** The patterns whose pages get the hook: what is chosen, as far as the browser still allows it. */
export function watchedPatterns({ granted, chosen }: WatchSettings): readonly string[] {
  return chosen.filter((pattern) => granted.some((allowed) => covers(allowed, pattern.slice(0, -1))));
}

/** Whether a match pattern (`https://*.example.org/*`, `<all_urls>`) covers the page. */
function covers(pattern: string, url: string): boolean {
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

function parseUrl(url: string): URL | null {
  return URL.canParse(url) ? new URL(url) : null;
}

/** Returns the origin of a URL, or `null` if the text is none. */
export function originOfUrl(text: string): string | null {
  return URL.canParse(text) ? new URL(text).origin : null;
}
