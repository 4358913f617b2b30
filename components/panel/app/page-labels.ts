import { formatUrlLabel } from '#components/i18n/journey-labels.ts';
import type { FrameRef } from '#core/journey/record';

/** More URLs than a user visits; the oldest labels are evicted. */
const MAX_LABELS = 500;
const known = new Map<string, string>();

/**
 * Returns host and path of a frame's page.
 * Cached: a list needs the same few again and again, and parsing a URL is slow.
 */
export function formatFrameUrl({ url }: Pick<FrameRef, 'url'>): string {
  const name = known.get(url);
  if (name !== undefined) return name;
  if (known.size >= MAX_LABELS) known.clear();
  const created = formatUrlLabel(url);
  known.set(url, created);
  return created;
}
