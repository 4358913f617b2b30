import { englishText } from '#core/report/english-text';
import {
  locatedProblemText,
  type SchemaProblem,
  type SchemaProblemCode,
  schemaProblemMessage,
  shortenProblemText,
} from '#core/schemas/schema-problem';

/** Maximum number of listed problems per code. */
const MAX_LISTED = 5;

export function problemText(problem: SchemaProblem): string {
  return shortenProblemText(englishText(schemaProblemMessage(problem)));
}

/** Formats the first problems of each code, and the number of all other problems. */
export function problemLines(problems: readonly SchemaProblem[]): readonly string[] {
  const counts = new Map<SchemaProblemCode, number>();
  for (const { code } of problems) counts.set(code, (counts.get(code) ?? 0) + 1);
  return [...counts].flatMap(([code, count]) => {
    const firstProblems = problems.filter((problem) => problem.code === code).slice(0, MAX_LISTED);
    const lines = firstProblems.map((problem) =>
      locatedProblemText(problem, englishText(schemaProblemMessage(problem))),
    );
    return count > MAX_LISTED ? [...lines, `… and ${count - MAX_LISTED} more such problems`] : lines;
  });
}
