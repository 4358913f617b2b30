/**
 * The origin under which a browser sees a proxy, and the one that the proxy stands for.
 * Both are as `URL.origin` writes them.
 */
export interface ProxyOrigins {
  readonly own: string;
  readonly upstream: string;
}

/** Directives that make a browser use https, which a proxy without a certificate has not. */
const SECURE_DIRECTIVES: ReadonlySet<string> = new Set(['upgrade-insecure-requests', 'block-all-mixed-content']);

/**
 * Adapts the Content Security Policies of a header to the proxy's origin.
 * A source that names the upstream allows the proxy, too. Over http no directive asks for https.
 */
export function adaptPolicies(header: string, origins: ProxyOrigins): string {
  return header
    .split(',')
    .map((policy) =>
      policy
        .split(';')
        .flatMap((directive) => adaptDirective(directive, origins))
        .join(';'),
    )
    .join(',');
}

function adaptDirective(directive: string, { own, upstream }: ProxyOrigins): readonly string[] {
  const [name = '', ...sources] = directive.trim().split(/\s+/);
  if (!own.startsWith('https:') && SECURE_DIRECTIVES.has(name.toLowerCase())) return [];
  const isOwn = sources.some((source) => namesOrigin(source, upstream));
  return [isOwn ? `${directive.trimEnd()} ${own}` : directive];
}

/** Whether a source of a policy names an origin: `learn.example`, `https://learn.example`, `*.example`. */
function namesOrigin(source: string, origin: string): boolean {
  const { protocol, host, hostname } = new URL(origin);
  const [, scheme, named = ''] = /^(?:([a-z][a-z0-9+.-]*:)\/\/)?([^/'\s]+)/i.exec(source.toLowerCase()) ?? [];
  if (scheme !== undefined && scheme !== protocol) return false;
  if (named.startsWith('*.')) return hostname.endsWith(named.slice(1));
  return named === host || named === hostname;
}
