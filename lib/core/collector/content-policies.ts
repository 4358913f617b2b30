/**
 * The origin of a proxy, and the origin of the server behind it.
 * Both are in the format of `URL.origin`.
 */
export interface ProxyOrigins {
  readonly own: string;
  readonly upstream: string;
}

/** Directives that make a browser use https. A proxy without a certificate does not support it. */
const SECURE_DIRECTIVES: ReadonlySet<string> = new Set(['upgrade-insecure-requests', 'block-all-mixed-content']);

/** A directive of a policy. Its name is in lower case, `text` is the original text. */
interface Directive {
  readonly name: string;
  readonly sources: readonly string[];
  readonly text: string;
}

type Policy = readonly Directive[];

/** Changes each Content Security Policy of a header or a `meta` element. Unchanged directives keep their text. */
function mapPolicies(header: string, map: (policy: Policy) => Policy): string {
  return header
    .split(',')
    .map((text) => {
      const policy = text.split(';').map(readDirective);
      const directives = new Set(policy);
      return map(policy)
        .map((directive, index) => (directives.has(directive) || index === 0 ? directive.text : ` ${directive.text}`))
        .join(';');
    })
    .join(',');
}

function readDirective(text: string): Directive {
  const [name = '', ...sources] = text.trim().split(/\s+/);
  return { name: name.toLowerCase(), sources, text };
}

function toDirective(name: string, sources: readonly string[]): Directive {
  return { name, sources, text: [name, ...sources].join(' ') };
}

/**
 * Adapts the Content Security Policies of a header to the proxy's origin.
 * Sources that match the upstream allow the proxy, too. Over http, directives that require https are removed.
 */
export function adaptPolicies(header: string, origins: ProxyOrigins): string {
  return mapPolicies(header, (policy) => policy.flatMap((directive) => adaptDirective(directive, origins)));
}

function adaptDirective(directive: Directive, origins: ProxyOrigins): Policy {
  const { name, sources, text } = directive;
  if (!origins.own.startsWith('https:') && SECURE_DIRECTIVES.has(name)) return [];
  const ownSources = new Set(sources.flatMap((source) => ownSourceOf(source, origins) ?? []));
  if (ownSources.size === 0) return [directive];
  return [{ name, sources: [...sources, ...ownSources], text: [text.trim(), ...ownSources].join(' ') }];
}

/**
 * Returns the proxy's http or WebSocket origin for a source that matches the upstream, or `null`.
 * Such sources are `https:`, `learn.example`, `https://learn.example`, `wss://learn.example` and `*.example`.
 */
function ownSourceOf(source: string, { own, upstream }: ProxyOrigins): string | null {
  const { protocol, host, hostname } = new URL(upstream);
  const [, scheme, hostPart = ''] = /^(?:([a-z][a-z0-9+.-]*:)(?:\/\/|$))?([^/'\s]*)/.exec(source.toLowerCase()) ?? [];
  const name = hostPart.replace(/:(?:\*|80|443)$/, '');
  const matchesHost = [host, hostname].some((each) =>
    name.startsWith('*') ? each.endsWith(name.slice(1)) : each === name,
  );
  if (hostPart === '' ? scheme === undefined : !matchesHost) return null;
  if (scheme === undefined || scheme === protocol) return own;
  return scheme === socketOriginOf(protocol) ? socketOriginOf(own) : null;
}

/** The sources that the policies of a page with the injected script must allow. */
export interface InjectedSources {
  /** Nonce of the script element. */
  readonly nonce: string;
  /** The proxy's origin, which serves the script, receives the reports and sends fire commands. */
  readonly own: string;
}

/**
 * Allows what injection needs in each Content Security Policy of a header.
 * This is the injected script, its reports and fire commands. A policy that allows inline scripts gets no nonce:
 * Browsers ignore `'unsafe-inline'` beside a nonce (CSP 3, section 6.7.3.2).
 */
export function allowInjection(header: string, { nonce, own }: InjectedSources): string {
  return mapPolicies(header, (policy) => withScript(withReports(policy, own), nonce, own));
}

/** Allows reports and fire commands in the policy of a `meta` element, which stands after the script. */
export function allowReports(content: string, own: string): string {
  return mapPolicies(content, (policy) => withReports(policy, own));
}

/**
 * Returns an origin with the scheme for WebSockets.
 * Only the sources `'self'` and `*` of a policy match both schemes (CSP 3, section 6.7.2.8).
 */
export function socketOriginOf(own: string): string {
  return own.replace(/^http/, 'ws');
}

function withScript(policy: Policy, nonce: string, own: string): Policy {
  const directive = findFirst(policy, ['script-src-elem', 'script-src', 'default-src']);
  if (directive === null) return policy;
  const { sources } = directive;
  const lower = sources.map((source) => source.toLowerCase());
  const ignoresUnsafeInline = lower.some((source) => /^'(?:nonce-|sha\d+-|strict-dynamic')/.test(source));
  if (lower.includes("'unsafe-inline'") && !ignoresUnsafeInline) {
    return allowsOwn(lower, own) ? policy : replace(policy, directive, [...withoutNone(sources), own]);
  }
  return replace(policy, directive, [...withoutNone(sources), `'nonce-${nonce}'`]);
}

function withReports(policy: Policy, own: string): Policy {
  const directive = findFirst(policy, ['connect-src', 'default-src']);
  if (directive === null) return policy;
  const missing = [own, socketOriginOf(own)].filter((source) => !allowsOwn(directive.sources, source));
  if (missing.length === 0) return policy;
  const sources = [...withoutNone(directive.sources), ...missing];
  if (directive.name === 'connect-src') return replace(policy, directive, sources);
  return [...policy, toDirective('connect-src', sources)];
}

function findFirst(policy: Policy, names: readonly string[]): Directive | null {
  const directives = names.flatMap((name) => policy.find((directive) => directive.name === name) ?? []);
  return directives[0] ?? null;
}

function allowsOwn(sources: readonly string[], own: string): boolean {
  return sources.some((source) => ["'self'", '*', own].includes(source.toLowerCase()));
}

function withoutNone(sources: readonly string[]): readonly string[] {
  return sources.filter((source) => source.toLowerCase() !== "'none'");
}

function replace(policy: Policy, directive: Directive, sources: readonly string[]): Policy {
  return policy.map((each) => (each === directive ? toDirective(each.name, sources) : each));
}
