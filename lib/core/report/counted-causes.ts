import { type Finding, isError, joinFindings, type RuleSet } from '#core/telemetry/findings';

/**
 * Returns rule sets in which an uncounted cause no longer replaces the errors that it causes.
 * A cause that a policy ignores would otherwise make the event valid. Returns `null` if every cause counts as an error.
 *
 * @param all all findings of the rule sets.
 * @param counted the findings that a policy counts.
 */
export function keepErrorsOfUncountedCauses(
  ruleSets: readonly RuleSet[],
  all: readonly Finding[],
  counted: readonly Finding[],
): readonly RuleSet[] | null {
  if (all === counted || !all.some((finding) => isCause(finding) && !counted.includes(finding))) return null;
  const causes = counted.filter(isCause);
  const canReplace = (hint: Finding) => !isCause(hint) || causes.some((cause) => isSameFinding(cause, hint));
  return ruleSets.map((ruleSet) => {
    if (ruleSet.id !== 'hints') return ruleSet;
    const join = (before: readonly Finding[], hints: readonly Finding[]) => {
      const others = hints.filter((hint) => !canReplace(hint));
      return [...joinFindings(before, hints.filter(canReplace), ruleSet), ...others];
    };
    return { ...ruleSet, join };
  });
}

/** Whether a finding is a cause: an error of `hints`, which replaces the errors that it causes. */
function isCause(finding: Finding): boolean {
  return finding.ruleSet === 'hints' && isError(finding);
}

function isSameFinding(one: Finding, other: Finding): boolean {
  return one.code === other.code && one.path.join('.') === other.path.join('.');
}
