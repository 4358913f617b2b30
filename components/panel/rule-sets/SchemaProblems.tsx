import { formatNumber } from '#components/i18n/count-text.ts';
import { messageText } from '#components/i18n/message-text.ts';
import { Icon } from '#components/kit/Icon.tsx';
import { locatedProblemText, type SchemaProblem, schemaProblemMessage } from '#core/schemas/schema-problem';
import { i18n } from '#i18n';

interface SchemaProblemsProps {
  readonly problems: readonly SchemaProblem[];
  /** Whether only the first problem and the number of the other problems are shown. */
  readonly isFirstOnly?: boolean;
}

const MAX_LISTED_PROBLEMS = 100;

/** Problems of imported files, the most severe first. */
export function SchemaProblems({ problems, isFirstOnly = false }: SchemaProblemsProps) {
  const ordered = severities.flatMap((severity) => problems.filter((problem) => problem.severity === severity));
  const listedProblems = ordered.slice(0, isFirstOnly ? 1 : MAX_LISTED_PROBLEMS);
  const unlistedCount = ordered.length - listedProblems.length;
  return (
    <ul class="schema-problems">
      {listedProblems.map((problem, index) => (
        <li key={String(index)}>
          <Icon
            name={problem.severity === 'unusable' ? 'invalid' : 'notice'}
            size={13}
            tone={tones[problem.severity]}
          />
          <span>
            {problem.severity === 'unusable'
              ? i18n.t('schemas.set.notUsable', { problem: problemText(problem) })
              : problemText(problem)}
          </span>
        </li>
      ))}
      {unlistedCount > 0 && (
        <li class="muted">{i18n.t('schemas.set.moreProblems', unlistedCount, { n: formatNumber(unlistedCount) })}</li>
      )}
    </ul>
  );
}

const severities = ['unusable', 'partial', 'notice'] as const;
const tones = { unusable: 'error', partial: 'warning', notice: 'muted' } as const;

function problemText(problem: SchemaProblem): string {
  return locatedProblemText(problem, messageText(schemaProblemMessage(problem)));
}
