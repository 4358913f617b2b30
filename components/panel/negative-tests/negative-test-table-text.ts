import { ruleSetTitle } from '#components/i18n/finding-text.ts';
import { formatPath } from '#core/json/json';
import type { ExpectedFinding, Mutation, NegativeTest } from '#core/negative-tests/negative-test';
import { escapeMarkdown } from '#core/quoting/markdown-text';
import { toSpreadsheetText } from '#core/quoting/spreadsheet-cell';
import { i18n } from '#i18n';

/** A row of the copied table: the negative test, the prediction and the four outcomes. */
export interface TableRow {
  readonly kind: string;
  readonly mutation: string;
  readonly predicted: string;
  readonly validator: string;
  readonly sdk: string;
  readonly ingestion: string;
  readonly collector: string;
}

const columns = (): readonly (readonly [key: keyof TableRow, title: string])[] => [
  ['kind', i18n.t('negativeTests.kind')],
  ['mutation', i18n.t('negativeTests.column.case')],
  ['predicted', i18n.t('negativeTests.column.expected')],
  ['validator', i18n.t('negativeTests.actual')],
  ['sdk', 'SDK'],
  ['ingestion', i18n.t('negativeTests.column.ingestion')],
  ['collector', i18n.t('negativeTests.column.collector')],
];

/** Formats tab-separated values for a spreadsheet. A cell is one line without tabs. */
export function formatTableAsTsv(rows: readonly TableRow[]): string {
  return toCells(rows)
    .map((cells) => cells.map((cell) => toSpreadsheetText(toOneLine(cell))).join('\t'))
    .join('\n');
}

/** Formats a Markdown table for an issue. A collector may respond with HTML or links. */
export function formatTableAsMarkdown(rows: readonly TableRow[]): string {
  const [head = [], ...body] = toCells(rows).map((cells) => cells.map((cell) => escapeMarkdown(toOneLine(cell))));
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...body.map(line)].join('\n');
}

/** Returns the cells of the header and of each row. */
function toCells(rows: readonly TableRow[]): readonly (readonly string[])[] {
  return [columns().map(([, title]) => title), ...rows.map((row) => columns().map(([key]) => row[key]))];
}

function toOneLine(cell: string): string {
  return cell.replace(/\s+/g, ' ').trim();
}

/** Describes a mutation briefly: `data.type omitted`, `data: []`. */
export function describeMutation(mutation: Mutation): string {
  switch (mutation.type) {
    case 'omitted':
      return i18n.t('negativeTests.mutation.omitted', { path: formatPath(mutation.path) });
    case 'replaced':
      return `${formatPath(mutation.path)}: ${JSON.stringify(mutation.value)}`;
    case 'renamed':
      return i18n.t('negativeTests.mutation.renamed', { path: formatPath(mutation.path), to: mutation.to });
    case 'extra-field':
      return i18n.t('negativeTests.mutation.added', { path: formatPath(mutation.path) });
    case 'extra-argument':
      return i18n.t('negativeTests.mutation.extraArgument');
    case 'contradiction':
      return Object.entries(mutation.values)
        .map(([path, value]) =>
          value === undefined
            ? i18n.t('negativeTests.mutation.omitted', { path })
            : `${path}: ${JSON.stringify(value)}`,
        )
        .join(', ');
  }
}

/** Formats `error missing data.type`, with the rule set if it is not the definition's. */
export function describeFinding(finding: ExpectedFinding): string {
  return `${finding.severity === 'info' ? 'notice' : finding.severity} ${describeWithoutSeverity(finding)}`;
}

/** Formats `missing data.type`, with the rule set if it is not the definition's. */
export function describeWithoutSeverity({ ruleSet, code, path }: ExpectedFinding): string {
  const location = `${code} ${formatPath(path.length === 0 ? ['the whole'] : path)}`;
  return ruleSet === 'definition' ? location : `${location} (${ruleSetTitle(ruleSet)})`;
}

/** Returns the expected finding, without the notice on `options`, which the view mentions once. */
export function expectedFindingOf({ expected }: NegativeTest): ExpectedFinding {
  return expected.at(-1) ?? { ruleSet: 'definition', severity: 'info', code: 'missing', path: [] };
}
