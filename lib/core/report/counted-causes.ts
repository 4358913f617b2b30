import { type Finding, isError, joinFindings, type RuleSet } from '#core/telemetry/findings';

/**
 * Returns rule sets by which causes that a policy does not count stand beside what they make.
 * In the place of these errors, such a cause would make the event valid. Returns `null` if every cause counts as an error.
 *
 * @param all what the rule sets found.
 * @param counted what a policy leaves of it.
 */
export function withCausesBeside(
  ruleSets: readonly RuleSet[],
  all: readonly Finding[],
  counted: readonly Finding[],
): readonly RuleSet[] | null {
  if (all === counted || !all.some((finding) => isCause(finding) && !counted.includes(finding))) return null;
  const causes = counted.filter(isCause);
  const replaces = (hint: Finding) => !isCause(hint) || causes.some((cause) => isSame(cause, hint));
  return ruleSets.map((ruleSet) => {
    if (ruleSet.id !== 'hints') return ruleSet;
    const join = (before: readonly Finding[], hints: readonly Finding[]) => {
      const others = hints.filter((hint) => !replaces(hint));
      return [...joinFindings(before, hints.filter(replaces), ruleSet), ...others];
    };
    return { ...ruleSet, join };
  });
}

/** An error of `hints` stands in the place of the errors that it makes. */
function isCause(finding: Finding): boolean {
  return finding.ruleSet === 'hints' && isError(finding);
}

function isSame(one: Finding, other: Finding): boolean {
  return one.code === other.code && one.path.join('.') === other.path.join('.');
}
