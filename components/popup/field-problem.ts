import { messageText } from '#components/i18n/message-text.ts';
import { parseEnvironment } from '#core/identity/environment-draft';
import type { EnvironmentDraft, EnvironmentField, EnvironmentProblem } from '#core/identity/typed-environment';

/** Returns the problem of a field, or `undefined`. */
export function findFieldProblem(problems: readonly EnvironmentProblem[], field: EnvironmentField): string | undefined {
  const problem = problems.find((one) => one.field === field);
  return problem && messageText(problem.message);
}

/**
 * Checks the fields with a problem again after a change.
 * A corrected field has no problem, another mistake has its own text. A problem that the form cannot detect itself,
 * such as a name in use, is removed when its field is changed.
 */
export function recheckProblems(
  problems: readonly EnvironmentProblem[],
  before: EnvironmentDraft,
  after: EnvironmentDraft,
): readonly EnvironmentProblem[] {
  if (problems.length === 0) return problems;
  const known = formProblems(before);
  const current = formProblems(after);
  return problems.flatMap((problem) => {
    const isOfField = ({ field }: EnvironmentProblem) => field === problem.field;
    const now = current.find(isOfField);
    if (now !== undefined) return [now];
    return known.some(isOfField) || before[problem.field] !== after[problem.field] ? [] : [problem];
  });
}

function formProblems(draft: EnvironmentDraft): readonly EnvironmentProblem[] {
  const parsed = parseEnvironment(draft);
  return parsed.ok ? [] : parsed.failure;
}
