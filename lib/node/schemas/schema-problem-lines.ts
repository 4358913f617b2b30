import { englishText } from '#core/report/english-text';
import { type SchemaProblem, type SchemaProblemCode, schemaProblemMessage } from '#core/schemas/schema-problem';

/** Problems of one code that are listed one by one. */
const MAX_LISTED = 5;
/** Whatever is said of a pattern or a reference stands in one line. */
const MAX_TEXT_CHARS = 300;

/** Where a problem is: the file, and a JSON pointer as the fragment of a URL. */
export function placeOfProblem({ file, pointer }: Pick<SchemaProblem, 'file' | 'pointer'>): string {
  return pointer === '' ? file : `${file}#${pointer}`;
}

/** The English sentence of a problem. */
export function problemText(problem: SchemaProblem): string {
  const text = englishText(schemaProblemMessage(problem));
  return text.length > MAX_TEXT_CHARS ? `${text.slice(0, MAX_TEXT_CHARS)}…` : text;
}

/** Lines with the problems of a set: of each code the first, and how many more there are. */
export function problemLines(problems: readonly SchemaProblem[]): readonly string[] {
  const counts = new Map<SchemaProblemCode, number>();
  for (const { code } of problems) counts.set(code, (counts.get(code) ?? 0) + 1);
  return [...counts].flatMap(([code, count]) => {
    const listed = problems.filter((problem) => problem.code === code).slice(0, MAX_LISTED);
    const lines = listed.map((problem) => {
      const place = placeOfProblem(problem);
      return place === '' ? problemText(problem) : `${place}: ${problemText(problem)}`;
    });
    return count > MAX_LISTED ? [...lines, `… and ${count - MAX_LISTED} more such problems`] : lines;
  });
}
