/** Why a collector's URL is invalid. */
export type CollectorUrlProblem = 'empty' | 'not-a-url' | 'not-http' | 'with-credentials';

/**
 * Returns the problem of a collector's URL, or `null`.
 * Only `http:` and `https:` are allowed. `fetch` rejects a URL with a user name or a password.
 */
export function findCollectorUrlProblem(text: string): CollectorUrlProblem | null {
  const trimmed = text.trim();
  if (trimmed === '') return 'empty';
  if (!URL.canParse(trimmed)) return 'not-a-url';
  const { protocol, hostname, username, password } = new URL(trimmed);
  if (protocol !== 'http:' && protocol !== 'https:') return 'not-http';
  if (hostname === '') return 'not-a-url';
  return username === '' && password === '' ? null : 'with-credentials';
}

/** Returns the origin of the collector, or `null` if its URL is invalid. */
export function collectorOrigin(text: string): string | null {
  return findCollectorUrlProblem(text) === null ? new URL(text.trim()).origin : null;
}
