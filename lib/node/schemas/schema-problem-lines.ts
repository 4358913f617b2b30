import { englishText } from '#core/report/english-text';
import {
  placedProblemText,
  type SchemaProblem,
  type SchemaProblemCode,
  schemaProblemMessage,
  shortenProblemText,
} from '#core/schemas/schema-problem';

/** Problems of one code that are listed one by one. */
const MAX_LISTED = 5;

/** The English sentence of a problem. */
export function problemText(problem: SchemaProblem): string {
  return shortenProblemText(englishText(schemaProblemMessage(problem)));
}

/** Lines with the problems of a set: of each code the first, and how many more there are. */
export function problemLines(problems: readonly SchemaProblem[]): readonly string[] {
  const counts = new Map<SchemaProblemCode, number>();
  for (const { code } of problems) counts.set(code, (counts.get(code) ?? 0) + 1);
  return [...counts].flatMap(([code, count]) => {
    const listed = problems.filter((problem) => problem.code === code).slice(0, MAX_LISTED);
    const lines = listed.map((problem) => placedProblemText(problem, englishText(schemaProblemMessage(problem))));
    return count > MAX_LISTED ? [...lines, `… and ${count - MAX_LISTED} more such problems`] : lines;
  });
}
