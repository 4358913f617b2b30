import * as z from '#core/util/zod';

const messageSchema = z.object({
  code: z.string(),
  message: z.string(),
  file: z.nullish(z.string()),
  line: z.nullish(z.number()),
  column: z.nullish(z.number()),
});
type LintMessage = Readonly<z.infer<typeof messageSchema>>;

const reportSchema = z.object({
  errors: z.array(messageSchema),
  warnings: z.array(messageSchema),
});

/** A warning about harmless code. `docs/reviewer-notes.md` contains the reason. */
interface ExplainedWarning {
  readonly code: string;
  /** Matches the built code at the reported position. */
  readonly source: RegExp;
}

export const explainedWarnings: readonly ExplainedWarning[] = [
  { code: 'UNSAFE_VAR_ASSIGNMENT', source: /\.innerHTML\s*=\s*[\w$]+\.__html/ },
  { code: 'UNSAFE_VAR_ASSIGNMENT', source: /\bimport\([\w$.]+\.runtime\.getURL\(`\/texts\// },
];

const CHARACTERS_BEFORE = 200;
const CHARACTERS_AFTER = 80;

/** Lists unexplained messages of the linter, and unused explanations; `null` if it isn't a report. */
export function findLintProblems(report: unknown, readFile: (file: string) => string): readonly string[] | null {
  const parsed = reportSchema.safeParse(report);
  if (!parsed.success) return null;
  const { errors, warnings } = parsed.data;
  const explanations = warnings.map((warning) => explanationOf(warning, readFile));
  const unexplained = warnings.filter((_, index) => explanations[index] === undefined);
  const unused = explainedWarnings.filter((explained) => !explanations.includes(explained));
  return [
    ...errors.map((error) => `Error: ${describe(error)}`),
    ...unexplained.map((warning) => `Warning: ${describe(warning)}`),
    ...unused.map(({ code }) => `${code} is explained in docs/reviewer-notes.md, and not reported.`),
  ];
}

function explanationOf(warning: LintMessage, readFile: (file: string) => string): ExplainedWarning | undefined {
  const { code, file, line, column } = warning;
  if (file == null || line == null || column == null) return undefined;
  const lineText = readFile(file).split('\n')[line - 1] ?? '';
  const source = lineText.slice(Math.max(0, column - CHARACTERS_BEFORE), column + CHARACTERS_AFTER);
  return explainedWarnings.find((explained) => explained.code === code && explained.source.test(source));
}

function describe({ code, message, file, line, column }: LintMessage): string {
  const position = [file, line, column].filter((part) => part != null).join(':');
  return `${code}: ${message}${position === '' ? '' : ` (${position})`}`;
}
