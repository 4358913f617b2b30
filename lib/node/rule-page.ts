import { publishedUrl } from '#core/report/published-url';
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
