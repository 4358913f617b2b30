import { foundText, ruleSetTitle } from '#components/i18n/finding-text.ts';
import { pathText } from '#core/json/json';
import type { ExpectedFinding, Violation, Wrong } from '#core/negative-tests/violation';
import { foundParams } from '#core/telemetry/finding-params';
import { quote } from '#core/telemetry/wording';
import { i18n } from '#i18n';

/** What is wrong with it, in a few words: `data.type is left out`. */
export function wrongWords(wrong: Wrong): string {
  switch (wrong.how) {
    case 'left-out':
      return i18n.t('negativeTests.mutation.omitted', { path: pathText(wrong.path) });
    case 'value':
      return `${pathText(wrong.path)}: ${wrong.value === null ? 'null' : foundText(foundParams(wrong.value))}`;
    case 'renamed':
      return i18n.t('negativeTests.mutation.set', { path: pathText(wrong.path), to: wrong.to });
    case 'extra-field':
      return i18n.t('negativeTests.mutation.added', { path: pathText(wrong.path) });
    case 'extra-argument':
      return i18n.t('negativeTests.mutation.extraArgument');
    case 'together':
      return Object.entries(wrong.values)
        .map(([path, value]) =>
          value === undefined ? i18n.t('negativeTests.mutation.omitted', { path }) : `${path}: ${valueWords(value)}`,
        )
        .join(', ');
  }
}

/** `error missing data.type`, with the rule set where it is not the definition's. */
export function findingWords({ ruleSet, severity, code, path }: ExpectedFinding): string {
  const place = `${severityWord(severity)} ${code} ${pathText(path.length === 0 ? ['the whole'] : path)}`;
  return ruleSet === 'definition' ? place : `${place} (${ruleSetTitle(ruleSet)})`;
}

const severityWord = (severity: ExpectedFinding['severity']): string => (severity === 'info' ? 'notice' : severity);

/** What must be found; the notice that `options` are is said once, not in each row. */
export function expectedWords({ expected }: Violation): string {
  return findingWords(expected.at(-1) ?? { ruleSet: 'definition', severity: 'info', code: 'missing', path: [] });
}

/** A value in a sentence: texts in quotes, all else as JSON. */
function valueWords(value: unknown): string {
  return typeof value === 'string' ? quote(value) : JSON.stringify(value);
}
