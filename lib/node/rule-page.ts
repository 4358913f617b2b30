import { isDocumented, ruleIdOf } from '#core/rules/reference/rule-anchor';
import type { Finding } from '#core/telemetry/findings';
import { HOMEPAGE } from './this-package';

/** The page that explains a finding: `docs/rules.md` has a heading for each rule, and one for each code. */
export function rulePage({ code, params: { reason } }: Finding): string {
  if (reason === 'custom') return 'docs/command-line.md#rules-of-your-own';
  return `docs/rules.md#${isDocumented(reason) ? ruleIdOf(reason) : `code-${code}`}`;
}

/** In the package, the documents lie beside the bundles; in the repository, above the sources. */
const root = new URL(import.meta.url.endsWith('.ts') ? '../../' : '../', import.meta.url);
/** What stands in `homepage` of `package.json` until the owners name theirs. */
const PLACEHOLDER = '/OWNER/';

/**
 * Returns the URL of a document, as terminals link it: below the published `homepage` of `package.json`.
 * Until the owners name one, it is the file that was installed.
 */
export function documentUrl(page: string, homepage: string = HOMEPAGE): string {
  return publishedUrl(page, homepage) ?? new URL(page, root).href;
}

/**
 * Returns how a report names a document: by its published URL, or by its path in the repository until there is one.
 * A report is read on another machine than the one that wrote it.
 */
export function reportedPage(page: string, homepage: string = HOMEPAGE): string {
  return publishedUrl(page, homepage) ?? page;
}

function publishedUrl(page: string, homepage: string): string | null {
  const base = homepage.replace(/[#?].*$/, '').replace(/\/$/, '');
  if (base === '' || base.includes(PLACEHOLDER)) return null;
  // A page of a repository shows its files below the name of a branch.
  return /^https:\/\/(github|gitlab)\.com\//.test(base) ? `${base}/blob/main/${page}` : `${base}/${page}`;
}
