/** Why a collector's URL is invalid. */
export type CollectorUrlProblem = 'empty' | 'not-a-url' | 'not-http';

/** Returns the problem of a collector's URL, or `null`. Only `http:` and `https:` are allowed. */
export function findCollectorUrlProblem(text: string): CollectorUrlProblem | null {
  const trimmed = text.trim();
  if (trimmed === '') return 'empty';
  if (!URL.canParse(trimmed)) return 'not-a-url';
  const { protocol, hostname } = new URL(trimmed);
  if (protocol !== 'http:' && protocol !== 'https:') return 'not-http';
  return hostname === '' ? 'not-a-url' : null;
}

/** Returns the origin of the collector, or `null` if its URL is invalid. */
export function collectorOrigin(text: string): string | null {
  return findCollectorUrlProblem(text) === null ? new URL(text.trim()).origin : null;
}
