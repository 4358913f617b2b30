import { isDocumented, ruleIdOf } from '#core/rules/reference/rule-anchor';
import type { Finding } from '#core/telemetry/findings';

/** The page that explains a finding: `docs/rules.md` has a heading for each rule, and one for each code. */
export function rulePage({ code, params: { reason } }: Finding): string {
  if (reason === 'custom') return 'docs/command-line.md#rules-of-your-own';
  return `docs/rules.md#${isDocumented(reason) ? ruleIdOf(reason) : `code-${code}`}`;
}
