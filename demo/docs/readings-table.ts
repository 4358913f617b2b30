import { generalInterpretations } from '#core/telemetry/interpretations';
import { eventKinds } from '#core/telemetry/kinds';
import { referenceOf } from '#core/telemetry/reference';
import type { ReadingCode } from '#core/telemetry/vocabulary';
import { referenceText } from './reference-text';

/** Returns the interpretations of the spec as a Markdown table, from the definitions. */
export function readingsTable(): string {
  const general = generalInterpretations.map((code) =>
    row(
      referenceText(`definitions.interpretation.${code}.point`),
      referenceText(`definitions.interpretation.${code}.reading`),
    ),
  );
  return ['| Where | Reading |', '|---|---|', ...general, ...eventKinds.flatMap(rowsOfKind)].join('\n');
}

function rowsOfKind(kind: (typeof eventKinds)[number]): readonly string[] {
  const { reading, rows } = referenceOf(kind);
  const rowOf = (location: string, code: ReadingCode | null) =>
    code === null ? [] : [row(location, referenceText(`definitions.reading.${code}`))];
  const fields = rows.flatMap(({ name, reading: ofField }) => rowOf(`\`${kind}\`: ${name}`, ofField));
  return [...rowOf(`\`${kind}\``, reading), ...fields];
}

function row(point: string, reading: string): string {
  return `| ${tableCell(point)} | ${tableCell(reading)} |`;
}

/** Escapes a string for a cell of a Markdown table. */
export function tableCell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}
