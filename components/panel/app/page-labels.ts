import { formatUrlLabel } from '#components/i18n/journey-labels.ts';
import type { FrameRef } from '#core/journey/record';

/** More URLs than a user visits; the oldest labels are evicted. */
const MAX_LABELS = 500;
const labels = new Map<string, string>();

/**
 * Returns host and path of a frame's page.
 * Cached, because a list formats the same few URLs again and again, and parsing a URL is slow.
 */
export function formatFrameUrl({ url }: Pick<FrameRef, 'url'>): string {
  const name = labels.get(url);
  if (name !== undefined) return name;
  if (labels.size >= MAX_LABELS) labels.clear();
  const created = formatUrlLabel(url);
  labels.set(url, created);
  return created;
}
