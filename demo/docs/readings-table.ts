import { generalInterpretations } from '#core/telemetry/interpretations';
import { eventKinds } from '#core/telemetry/kinds';
import { referenceOf } from '#core/telemetry/reference';

/** How the definition is read, as a Markdown table out of the definitions themselves. */
export function readingsTable(): string {
  const general = generalInterpretations.map(({ point, reading }) => row(point, reading));
  return ['| Where | Reading |', '|---|---|', ...general, ...eventKinds.flatMap(rowsOfKind)].join('\n');
}

function rowsOfKind(kind: (typeof eventKinds)[number]): readonly string[] {
  const { reading, rows } = referenceOf(kind);
  const fields = rows.flatMap(({ name, reading: ofField }) => (ofField ? [row(`\`${kind}\`: ${name}`, ofField)] : []));
  return reading ? [row(`\`${kind}\``, reading), ...fields] : fields;
}

function row(point: string, reading: string): string {
  return `| ${tableCell(point)} | ${tableCell(reading)} |`;
}

/** Returns the text so that it stays within one cell of a Markdown table. */
export function tableCell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}
