import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { isRecordLine, type Lines } from '../order/list-lines';
import { ROW_HEIGHT } from './use-virtual-rows';

interface ScrollAnchoringOptions {
  readonly scroller: RefObject<HTMLElement | null>;
  readonly lines: Lines;
  /** The first line in sight. */
  readonly first: number;
  /** Another one when the user asks for another order or other groups. */
  readonly arrangement: string;
  /** Shows what must stay in sight, and says whether there is such. */
  readonly keepInView: () => boolean;
}

/**
 * In a sorted or grouped list new events come anywhere.
 * What one looks at stays where it is, though lines come above it. At the very top one sees what comes first.
 */
export function useScrollAnchoring({ scroller, lines, first, arrangement, keepInView }: ScrollAnchoringOptions): void {
  const anchor = useRef<{ readonly row: number; readonly line: number } | null>(null);
  const arranged = useRef(arrangement);
  useLayoutEffect(() => {
    if (arranged.current === arrangement) return;
    arranged.current = arrangement;
    anchor.current = null;
    if (!keepInView() && scroller.current && !lines.isArrival.peek()) scroller.current.scrollTop = 0;
  }, [arrangement]);
  useLayoutEffect(() => {
    const list = scroller.current;
    const before = anchor.current;
    if (list && before && !lines.isArrival.peek() && list.scrollTop > 0) {
      const line = lines.indexOfRow(before.row);
      if (line >= 0 && line !== before.line) list.scrollTop += (line - before.line) * ROW_HEIGHT;
    }
    const here = lines.at(first);
    anchor.current = here && isRecordLine(here) ? { row: here.row, line: first } : null;
  }, [lines.version.value]);
  useLayoutEffect(() => {
    const here = lines.at(first);
    if (here && isRecordLine(here)) anchor.current = { row: here.row, line: first };
  }, [first]);
}
