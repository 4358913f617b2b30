import { useRef } from 'preact/hooks';
import type { Newest } from '../../../lib/panel/newest';
import type { Selection } from '../../../lib/panel/selection';
import { isMark, type VisibleItems } from '../../../lib/panel/visible';
import { GridHead } from './GridHead';
import { NavigationRow } from './NavigationRow';
import { RecordRow } from './RecordRow';
import { useFollowing } from './use-following';
import { useGridFocus, useRevealing } from './use-grid-focus';
import { useSlots } from './use-slots';
import { useVirtualRows } from './use-virtual-rows';

/** ARIA in HTML allows a table to be a grid, which is what arrow keys make of it; its rows and cells follow by themselves. */
const gridRole = { role: 'grid' } as const;

interface RecordGridProps {
  readonly visible: VisibleItems;
  readonly selection: Selection;
  readonly newest: Newest;
}

/** The list of events: newest last, drawn only where one looks, all of it within reach of the keyboard. */
export function RecordGrid({ visible, selection, newest }: RecordGridProps) {
  visible.version.value;
  const count = visible.length.value;
  const scroller = useRef<HTMLTableSectionElement>(null);
  const focus = useGridFocus(visible, selection, scroller);
  const { rows, height, reveal } = useVirtualRows({ count, scroller, kept: focus.index });
  useFollowing({ scroller, newest, height, keepInView: () => revealOpen(visible, selection, reveal) });
  const lines = rows.flatMap(({ index, start }) => {
    const item = visible.at(index);
    return item ? [{ item, index, top: start }] : [];
  });
  const slots = useSlots(lines.map(({ item }) => (isMark(item) ? `mark ${item.afterRow} ${item.at}` : item.row)));
  useRevealing(focus, scroller, reveal);
  return (
    <div class="list">
      <table
        class="grid"
        {...gridRole}
        aria-label="Events"
        aria-rowcount={count + 1}
        onKeyDown={focus.onKeyDown}
        onClick={focus.onClick}
      >
        <GridHead />
        <tbody class="rows" ref={scroller} style={{ '--lines': `${height}px` }}>
          {lines.map(({ item, index, top }, at) => {
            const place = { index, top, focusable: index === focus.index };
            if (isMark(item)) return <NavigationRow key={slots[at]} mark={item} {...place} />;
            return <RecordRow key={slots[at]} record={item} selected={item.row === selection.row.value} {...place} />;
          })}
        </tbody>
      </table>
    </div>
  );
}

/** The open event stays in sight when the details take room from the list. */
function revealOpen(visible: VisibleItems, selection: Selection, reveal: (index: number) => void): boolean {
  const row = selection.row.value;
  const line = row === null ? -1 : visible.indexOfRow(row);
  if (line >= 0) reveal(line);
  return line >= 0;
}
