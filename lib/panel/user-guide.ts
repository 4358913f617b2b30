import { publishedUrl } from '#core/report/published-url';

/**
 * Returns a function that opens the published user guide.
 * Returns `null` until the project has a homepage.
 */
export function userGuideOpener(homepage: string): (() => void) | null {
  const url = publishedUrl('docs/user-guide/README.md', homepage);
  return url === null ? null : () => void open(url, '_blank', 'noopener');
}
