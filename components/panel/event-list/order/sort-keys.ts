import { type Alteration, alterationOf } from '#components/i18n/journey-labels.ts';
import { formatScriptName } from '#components/panel/app/source-location.ts';
import { type JourneyState, journeyState } from '#core/journey/journey-state';
import { createFieldReader, type FieldReader } from '#core/query/field-reader';
import type { JudgedRecord } from '#core/stream/judged-record';
import type { CellProps, FixedColumn, SortKey } from '../columns/columns';
import { isFieldColumnId, pathOfColumn } from '../columns/field-columns';
import { fieldText } from '../columns/field-text';
import type { ColumnId } from '../columns/list-settings';

/** Problems come first when the column of verdicts or journeys is sorted. */
const journeyRanks: Readonly<Record<JourneyState | Alteration, number>> = {
  threw: 0,
  dropped: 1,
  lost: 2,
  rejected: 3,
  failed: 4,
  duplicate: 5,
  changed: 6,
  unobserved: 7,
  unknown: 8,
  called: 9,
  waiting: 10,
  sent: 11,
  accepted: 12,
};

const verdictRanks = { invalid: 0, unknown: 2, valid: 3 } as const;
/** More than any count in a sort key, so that the severity decides before the counts. */
const SEVERITY_WEIGHT = 1000;

/**
 * Creates the function that returns an event's sort key.
 * The function must be cheap, because sorting calls it many times. A column that no feature registers any more sorts
 * by arrival.
 */
export function createSortKey(
  column: ColumnId,
  fixed: readonly FixedColumn[],
  sizeOf: CellProps['sizeOf'],
): (record: JudgedRecord) => SortKey {
  if (isFieldColumnId(column)) return fieldKey(createFieldReader(pathOfColumn(column)));
  const { sortKey } = fixed.find(({ id }) => id === column) ?? {};
  return sortKey ? (record) => sortKey(record, sizeOf) : ({ row }) => row;
}

function fieldKey(read: FieldReader): (record: JudgedRecord) => SortKey {
  return (record) => {
    const values = read(record);
    const [first] = values;
    if (first === undefined) return null;
    return values.length === 1 && typeof first === 'number' ? first : fieldText(values).text;
  };
}

/** Number of digits of the largest line number in a script. */
const LINE_DIGITS = 9;

export function callerKey({ call }: JudgedRecord): SortKey {
  const [frame] = call?.stack ?? [];
  return frame ? `${formatScriptName(frame)} ${String(frame.line).padStart(LINE_DIGITS)}` : null;
}

export function journeyKey(record: JudgedRecord): number {
  return journeyRanks[alterationOf(record) ?? journeyState(record)];
}

/** Ranks events by the number of rule sets with errors, then by the number of rule sets with warnings. */
export function ruleSetsKey({ summary: { ruleSetsWithErrors, ruleSetsWithWarnings } }: JudgedRecord): number {
  return -(ruleSetsWithErrors.length * SEVERITY_WEIGHT + ruleSetsWithWarnings.length);
}

export function verdictKey({ verdict, findings }: JudgedRecord): number {
  const rank = verdict === 'valid' && findings.length > 0 ? 1 : verdictRanks[verdict];
  return rank * SEVERITY_WEIGHT - Math.min(findings.length, SEVERITY_WEIGHT - 1);
}
