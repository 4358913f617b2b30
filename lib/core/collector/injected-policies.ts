/** What an injected page needs beside what its policies allow. */
export interface InjectedSources {
  /** Of the script element. */
  readonly nonce: string;
  /** The proxy's origin: the script and the reports go there, and orders come from there. */
  readonly own: string;
}

interface Directive {
  readonly name: string;
  readonly sources: readonly string[];
}

/**
 * Allows the injected script, its reports and its orders in each Content Security Policy of a header.
 * A policy that allows inline scripts gets no nonce: beside one, browsers ignore `'unsafe-inline'` (CSP 3, section 6.7.3.2).
 */
export function allowInjection(header: string, { nonce, own }: InjectedSources): string {
  return mapPolicies(header, (policy) => withScript(withReports(policy, own), nonce, own));
}

/** Allows reports and orders in the policy of a `meta` element, which stands after the script. */
export function allowReports(content: string, own: string): string {
  return mapPolicies(content, (policy) => withReports(policy, own));
}

/**
 * Returns the same origin for WebSockets.
 * Of the sources of a policy, only `'self'` and `*` are for both (CSP 3, section 6.7.2.8).
 */
export function socketOriginOf(own: string): string {
  return own.replace(/^http/, 'ws');
}

/** Policies of which nothing changes stay as they are written. */
function mapPolicies(header: string, map: (policy: readonly Directive[]) => readonly Directive[]): string {
  return header
    .split(',')
    .map((text) => {
      const policy = text.split(';').flatMap(readDirective);
      const mapped = map(policy);
      return mapped === policy ? text : mapped.map(({ name, sources }) => [name, ...sources].join(' ')).join('; ');
    })
    .join(',');
}

function readDirective(text: string): readonly Directive[] {
  const [name = '', ...sources] = text.trim().split(/\s+/);
  return name === '' ? [] : [{ name: name.toLowerCase(), sources }];
}

function withScript(policy: readonly Directive[], nonce: string, own: string): readonly Directive[] {
  const directive = findFirst(policy, ['script-src-elem', 'script-src', 'default-src']);
  if (directive === null) return policy;
  const { sources } = directive;
  const lower = sources.map((source) => source.toLowerCase());
  const isTrusting = lower.some((source) => /^'(?:nonce-|sha\d+-|strict-dynamic')/.test(source));
  if (lower.includes("'unsafe-inline'") && !isTrusting) {
    return allowsOwn(lower, own) ? policy : replace(policy, directive, [...withoutNone(sources), own]);
  }
  return replace(policy, directive, [...withoutNone(sources), `'nonce-${nonce}'`]);
}

function withReports(policy: readonly Directive[], own: string): readonly Directive[] {
  const directive = findFirst(policy, ['connect-src', 'default-src']);
  if (directive === null || allowsOwn(directive.sources, own)) return policy;
  const sources = [...withoutNone(directive.sources), own, socketOriginOf(own)];
  if (directive.name === 'connect-src') return replace(policy, directive, sources);
  return [...policy, { name: 'connect-src', sources }];
}

function findFirst(policy: readonly Directive[], names: readonly string[]): Directive | null {
  const found = names.flatMap((name) => policy.find((directive) => directive.name === name) ?? []);
  return found[0] ?? null;
}

function allowsOwn(sources: readonly string[], own: string): boolean {
  return sources.some((source) => ["'self'", '*', own].includes(source.toLowerCase()));
}

function withoutNone(sources: readonly string[]): readonly string[] {
  return sources.filter((source) => source.toLowerCase() !== "'none'");
}

function replace(policy: readonly Directive[], directive: Directive, sources: readonly string[]): readonly Directive[] {
  return policy.map((each) => (each === directive ? { ...each, sources } : each));
}
