import { ruleSetTitle } from '#components/i18n/finding-text.ts';
import { formatPath } from '#core/json/json';
import type { ExpectedFinding, Mutation, Violation } from '#core/negative-tests/violation';
import { i18n } from '#i18n';

/** What is wrong with it, in a few words: `data.type omitted`, `data: []`. */
export function describeMutation(wrong: Mutation): string {
  switch (wrong.how) {
    case 'left-out':
      return i18n.t('negativeTests.mutation.omitted', { path: formatPath(wrong.path) });
    case 'value':
      return `${formatPath(wrong.path)}: ${JSON.stringify(wrong.value)}`;
    case 'renamed':
      return i18n.t('negativeTests.mutation.renamed', { path: formatPath(wrong.path), to: wrong.to });
    case 'extra-field':
      return i18n.t('negativeTests.mutation.added', { path: formatPath(wrong.path) });
    case 'extra-argument':
      return i18n.t('negativeTests.mutation.extraArgument');
    case 'together':
      return Object.entries(wrong.values)
        .map(([path, value]) =>
          value === undefined
            ? i18n.t('negativeTests.mutation.omitted', { path })
            : `${path}: ${JSON.stringify(value)}`,
        )
        .join(', ');
  }
}

/** `error missing data.type`, with the rule set where it is not the definition's. */
export function describeFinding({ ruleSet, severity, code, path }: ExpectedFinding): string {
  const place = `${severityWord(severity)} ${code} ${formatPath(path.length === 0 ? ['the whole'] : path)}`;
  return ruleSet === 'definition' ? place : `${place} (${ruleSetTitle(ruleSet)})`;
}

const severityWord = (severity: ExpectedFinding['severity']): string => (severity === 'info' ? 'notice' : severity);

/** What must be found; the notice that `options` are is said once, not in each row. */
export function describeExpectedFinding({ expected }: Violation): string {
  return describeFinding(expected.at(-1) ?? { ruleSet: 'definition', severity: 'info', code: 'missing', path: [] });
}
