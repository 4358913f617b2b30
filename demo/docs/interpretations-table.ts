import { generalInterpretations } from '#core/telemetry/interpretations';
import { eventKinds } from '#core/telemetry/kinds';
import { referenceOf } from '#core/telemetry/reference';
import type { InterpretationCode } from '#core/telemetry/vocabulary';
import { referenceText } from './reference-text';

/** Returns the interpretations of the spec as a Markdown table, from the definitions. */
export function interpretationsTable(): string {
  const general = generalInterpretations.map((code) =>
    row(
      referenceText(`definitions.generalInterpretation.${code}.point`),
      referenceText(`definitions.generalInterpretation.${code}.text`),
    ),
  );
  return ['| Where | Interpretation |', '|---|---|', ...general, ...eventKinds.flatMap(rowsOfKind)].join('\n');
}

function rowsOfKind(kind: (typeof eventKinds)[number]): readonly string[] {
  const { interpretation, rows } = referenceOf(kind);
  const rowOf = (location: string, code: InterpretationCode | null) =>
    code === null ? [] : [row(location, referenceText(`definitions.interpretation.${code}`))];
  const fields = rows.flatMap(({ name, interpretation: ofField }) => rowOf(`\`${kind}\`: ${name}`, ofField));
  return [...rowOf(`\`${kind}\``, interpretation), ...fields];
}

function row(point: string, interpretation: string): string {
  return `| ${tableCell(point)} | ${tableCell(interpretation)} |`;
}

/** Escapes a string for a cell of a Markdown table. */
export function tableCell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}
