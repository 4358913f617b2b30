import { formatUrlLabel } from '#components/i18n/journey-labels.ts';
import type { FrameRef } from '#core/journey/record';

/** More URLs than a user visits. All labels are evicted when the limit is reached. */
const MAX_LABELS = 500;
const labels = new Map<string, string>();

/**
 * Returns host and path of a frame's page.
 * Cached, because a list formats the same few URLs again and again, and parsing a URL is slow.
 */
export function formatFrameUrl({ url }: Pick<FrameRef, 'url'>): string {
  const cached = labels.get(url);
  if (cached !== undefined) return cached;
  if (labels.size >= MAX_LABELS) labels.clear();
  const label = formatUrlLabel(url);
  labels.set(url, label);
  return label;
}
