import { computed } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { formatNumber } from '#components/i18n/count-text.ts';
import { i18n } from '#i18n';
import type { EventList } from './list-section';

interface RowLinkProps {
  readonly list: Pick<EventList, 'records' | 'show'>;
  /** The event's own `row`. Its number changes when the list is cleared, and when the clearing is undone. */
  readonly row: number;
  /** Returns the text of the link; by default “row 3”. */
  readonly label?: (n: string) => string;
}

/** A link to an event by its number in the list. Renders nothing if the event was cleared. */
export function RowLink({ list, row, label = rowLabel }: RowLinkProps) {
  const { current } = list.records;
  // Not `useComputed`, which would keep the `row` of the first rendering.
  const number = useMemo(() => computed(() => current.value.numberOf(row)), [current, row]).value;
  if (number === null) return null;
  return (
    <button type="button" class="link" title={i18n.t('detail.goToRow')} onClick={() => list.show(row)}>
      {label(formatNumber(number))}
    </button>
  );
}

const rowLabel = (n: string) => i18n.t('detail.row', { n });
