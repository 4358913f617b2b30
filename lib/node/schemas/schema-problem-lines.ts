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

/** Returns the English sentence of a problem. */
export function problemText(problem: SchemaProblem): string {
  return shortenProblemText(englishText(schemaProblemMessage(problem)));
}

/** Formats the problems of a set: the first ones of each code, and the number of the others. */
export function problemLines(problems: readonly SchemaProblem[]): readonly string[] {
  const counts = new Map<SchemaProblemCode, number>();
  for (const { code } of problems) counts.set(code, (counts.get(code) ?? 0) + 1);
  return [...counts].flatMap(([code, count]) => {
    const listed = problems.filter((problem) => problem.code === code).slice(0, MAX_LISTED);
    const lines = listed.map((problem) => locatedProblemText(problem, englishText(schemaProblemMessage(problem))));
    return count > MAX_LISTED ? [...lines, `… and ${count - MAX_LISTED} more such problems`] : lines;
  });
}
