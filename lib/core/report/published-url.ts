/** Part of `homepage` in `package.json` until the owners set theirs. */
const PLACEHOLDER = '/OWNER/';

/** Whether the owners have set a homepage. */
export function isPublished(homepage: string): boolean {
  return homepage !== '' && !homepage.includes(PLACEHOLDER);
}

/** Returns the URL of a page below the homepage, or `null` if the owners have not set one. */
export function publishedUrl(page: string, homepage: string): string | null {
  if (!isPublished(homepage)) return null;
  const base = homepage.replace(/[#?].*$/, '').replace(/\/$/, '');
  // Files on the page of a repository have the name of a branch in their URL.
  return /^https:\/\/(github|gitlab)\.com\//.test(base) ? `${base}/blob/main/${page}` : `${base}/${page}`;
}
