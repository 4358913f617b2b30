import { publishedUrl } from '#core/report/published-url';
import { isDocumented, ruleIdOf } from '#core/rules/reference/rule-anchor';
import type { Finding } from '#core/telemetry/findings';
import { HOMEPAGE } from './this-package';

/**
 * Returns the page that explains a finding.
 * `docs/rules.md` has a heading for each rule and for each code.
 */
export function rulePage({ code, params: { reason } }: Finding): string {
  if (reason === 'custom') return 'docs/command-line.md#rules-of-your-own';
  return `docs/rules.md#${isDocumented(reason) ? ruleIdOf(reason) : `code-${code}`}`;
}

/**
 * The folder that contains `docs`.
 * The bundles of the package, and the sources of the repository, are in subfolders of this folder.
 */
const root = new URL(import.meta.url.endsWith('.ts') ? '../../' : '../', import.meta.url);

/**
 * Returns the URL of a document for terminals, below the `homepage` of `package.json`.
 * Returns the URL of the installed file if `homepage` is empty.
 */
export function documentUrl(page: string, homepage: string = HOMEPAGE): string {
  return publishedUrl(page, homepage) ?? new URL(page, root).href;
}

/**
 * Returns the URL of a document for reports, below the `homepage` of `package.json`.
 * Returns the path in the repository if `homepage` is empty, because reports are read on other machines.
 */
export function reportedPage(page: string, homepage: string = HOMEPAGE): string {
  return publishedUrl(page, homepage) ?? page;
}
