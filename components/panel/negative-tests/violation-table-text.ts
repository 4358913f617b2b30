import { toSpreadsheetText } from '#core/quoting/spreadsheet-cell';
import { i18n } from '#i18n';

/** One row of the table as it is copied: what was wrong, what was predicted, and what each of the four said. */
export interface TableRow {
  readonly kind: string;
  readonly wrong: string;
  readonly predicted: string;
  readonly validator: string;
  readonly sdk: string;
  readonly ingestion: string;
  readonly collector: string;
}

const columns = (): readonly (readonly [key: keyof TableRow, title: string])[] => [
  ['kind', i18n.t('negativeTests.kind')],
  ['wrong', i18n.t('negativeTests.violation')],
  ['predicted', i18n.t('negativeTests.expected')],
  ['validator', i18n.t('negativeTests.actual')],
  ['sdk', 'SDK'],
  ['ingestion', i18n.t('violations.column.ingestion')],
  ['collector', i18n.t('negativeTests.collector')],
];

/** Tab-separated values, for a spreadsheet. A cell is one line without tabs. */
export function tableAsTsv(rows: readonly TableRow[]): string {
  return lines(rows)
    .map((cells) => cells.map(plain).join('\t'))
    .join('\n');
}

/** A Markdown table, for an issue. */
export function tableAsMarkdown(rows: readonly TableRow[]): string {
  const [head = [], ...body] = lines(rows).map((cells) => cells.map((cell) => plain(cell).replaceAll('|', '\\|')));
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...body.map(line)].join('\n');
}

function lines(rows: readonly TableRow[]): readonly (readonly string[])[] {
  return [columns().map(([, title]) => title), ...rows.map((row) => columns().map(([key]) => row[key]))];
}

function plain(cell: string): string {
  return toSpreadsheetText(cell.replace(/\s+/g, ' ').trim());
}
