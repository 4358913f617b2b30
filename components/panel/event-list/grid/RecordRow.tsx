import { memo } from '#components/kit/memo.tsx';
import type { JudgedRecord } from '#core/stream/judged-record';
import type { CellProps, Column, FieldColumn } from '../columns/columns';
import { fieldText } from '../columns/field-text';

interface RecordRowProps extends CellProps {
  readonly columns: readonly Column[];
  readonly isSelected: boolean;
  /** Whether the details of the event are open. */
  readonly isOpen: boolean;
  /** 2 in a grouped list, where the row is below a group's header. */
  readonly level: 2 | null;
  /** Line of the list, from 0. */
  readonly index: number;
  /** Pixels from the top of the list. */
  readonly top: number;
  readonly isFocusable: boolean;
}

/**
 * A row of the list.
 * Records are immutable, so a row is rerendered only when its record is replaced.
 */
export const RecordRow = memo(function RecordRow(props: RecordRowProps) {
  const { record, number, columns, sizeOf, ruleSets, isSelected, isOpen, level, index, top, isFocusable } = props;
  return (
    <tr
      class={isOpen ? 'row open' : 'row'}
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      aria-level={level ?? undefined}
      tabIndex={isFocusable ? 0 : -1}
      data-line={index}
      style={{ top: `${top}px` }}
    >
      {columns.map((column) =>
        column.type === 'field' ? fieldCell(column, record) : column.cell({ record, number, sizeOf, ruleSets }),
      )}
    </tr>
  );
});

function fieldCell({ id, className, read }: FieldColumn, record: JudgedRecord) {
  const { text, title } = fieldText(read(record));
  return (
    <td key={id} class={`field ${className}`} title={title || undefined}>
      <bdi>{text}</bdi>
    </td>
  );
}
