/** Part of `homepage` in `package.json` until the owners set theirs. */
const PLACEHOLDER = '/OWNER/';

/** Whether a homepage is one that the owners have named. */
export function isPublished(homepage: string): boolean {
  return homepage !== '' && !homepage.includes(PLACEHOLDER);
}

/** Returns the URL of a document below a homepage, or `null` until the owners have named one. */
export function publishedUrl(page: string, homepage: string): string | null {
  if (!isPublished(homepage)) return null;
  const base = homepage.replace(/[#?].*$/, '').replace(/\/$/, '');
  // A page of a repository shows its files below the name of a branch.
  return /^https:\/\/(github|gitlab)\.com\//.test(base) ? `${base}/blob/main/${page}` : `${base}/${page}`;
}
