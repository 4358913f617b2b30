import { messageText } from '#components/i18n/message-text.ts';
import type { EnvironmentField, EnvironmentProblem } from '#core/identity/typed-environment';

/** What is wrong with a field, or `undefined`. */
export function findFieldProblem(problems: readonly EnvironmentProblem[], field: EnvironmentField): string | undefined {
  const problem = problems.find((one) => one.field === field);
  return problem && messageText(problem.message);
}
