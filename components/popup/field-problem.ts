import { messageText } from '#components/i18n/message-text.ts';
import type { EnvironmentDraft, EnvironmentField, EnvironmentProblem } from '#core/identity/environment-draft';
import { parseEnvironment } from '#core/identity/parse-environment';

/** Returns the text of a field's problem, or `undefined` if the field has none. */
export function findFieldProblem(problems: readonly EnvironmentProblem[], field: EnvironmentField): string | undefined {
  const problem = problems.find((candidate) => candidate.field === field);
  return problem && messageText(problem.message);
}

/**
 * Checks the fields with a problem again after a change.
 * A corrected field has no problem any more, and another mistake gets its own text. A problem that the form cannot
 * detect itself, such as a name in use, is removed when its field is changed.
 */
export function recheckProblems(
  problems: readonly EnvironmentProblem[],
  before: EnvironmentDraft,
  after: EnvironmentDraft,
): readonly EnvironmentProblem[] {
  if (problems.length === 0) return problems;
  const problemsBefore = formProblems(before);
  const problemsAfter = formProblems(after);
  return problems.flatMap((problem) => {
    const isOfSameField = ({ field }: EnvironmentProblem) => field === problem.field;
    const current = problemsAfter.find(isOfSameField);
    if (current !== undefined) return [current];
    return problemsBefore.some(isOfSameField) || before[problem.field] !== after[problem.field] ? [] : [problem];
  });
}

function formProblems(draft: EnvironmentDraft): readonly EnvironmentProblem[] {
  const parsed = parseEnvironment(draft);
  return parsed.ok ? [] : parsed.failure;
}
