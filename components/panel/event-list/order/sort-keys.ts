import { alterationOf } from '#components/i18n/journey-labels.ts';
import { formatFrameUrl } from '#components/panel/app/page-labels.ts';
import { formatScriptName } from '#components/panel/app/source-place.ts';
import { journeyState } from '#core/journey/journey-state';
import { kindLabel } from '#core/journey/record';
import { createFieldReader, type FieldReader } from '#core/query/field-reader';
import type { JudgedRecord } from '#core/stream/judged-record';
import { isFieldColumnId, pathOfColumn } from '../columns/field-columns';
import { fieldText } from '../columns/field-text';
import type { ColumnId, FixedColumnId } from '../columns/list-settings';

/** Null for an event that has nothing in the column. */
export type SortKey = string | number | null;

/** What stands first when a column is sorted: of verdict and journey what one looks for, the defects. */
const journeyOrder = [
  'threw',
  'dropped',
  'lost',
  'refused',
  'failed',
  'doubled',
  'changed',
  'unseen',
  'called',
  'waiting',
  'sent',
  'answered',
];

const verdictOrder = { invalid: 0, unknown: 2, valid: 3 } as const;
/** More findings of one event than are ever listed. */
const SEVERITY_WEIGHT = 1000;

/** What a column is sorted by, of one event. Cheap: it is asked for many times. */
export function sortKeyOf(
  column: ColumnId,
  sizeOf: (record: JudgedRecord) => number,
): (record: JudgedRecord) => SortKey {
  const keys: Readonly<Record<FixedColumnId, (record: JudgedRecord) => SortKey>> = {
    number: ({ row }) => row,
    time: ({ at }) => at,
    kind: kindLabel,
    headline: ({ headline }) => headline,
    journey: journeyKey,
    verdict: verdictKey,
    page: ({ frame }) => formatFrameUrl(frame),
    caller: callerKey,
    size: sizeOf,
  };
  return isFieldColumnId(column) ? fieldKey(createFieldReader(pathOfColumn(column))) : keys[column];
}

function fieldKey(read: FieldReader): (record: JudgedRecord) => SortKey {
  return (record) => {
    const values = read(record);
    const [first] = values;
    if (first === undefined) return null;
    return values.length === 1 && typeof first === 'number' ? first : fieldText(values).text;
  };
}

/** Digits of the largest line of a script. */
const LINE_DIGITS = 9;

function callerKey({ call }: JudgedRecord): SortKey {
  const [frame] = call?.stack ?? [];
  return frame ? `${formatScriptName(frame)} ${String(frame.line).padStart(LINE_DIGITS)}` : null;
}

function journeyKey(record: JudgedRecord): number {
  return journeyOrder.indexOf(alterationOf(record) ?? journeyState(record));
}

function verdictKey({ verdict, findings }: JudgedRecord): number {
  const rank = verdict === 'valid' && findings.length > 0 ? 1 : verdictOrder[verdict];
  return rank * SEVERITY_WEIGHT - Math.min(findings.length, SEVERITY_WEIGHT - 1);
}
