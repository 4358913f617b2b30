import { findMax } from '#core/util/extremes';
import { clampWidth } from './columns';

/** Paddings of a cell and the line between two. */
const BESIDE = 17;

/** How wide a column must be so that nothing in it is clipped, of the rows that are rendered now. */
export function fittingWidth(head: HTMLElement): number {
  const index = [...(head.parentElement?.children ?? [])].indexOf(head);
  const rows = head.closest('table')?.querySelectorAll('.rows > .row:not(.nav, .group)') ?? [];
  const cells = [...rows].flatMap((row) => row.children[index] ?? []);
  const widest = findMax([head.querySelector('button') ?? head, ...cells].map(contentWidth));
  return clampWidth(Math.ceil(widest) + BESIDE);
}

/** A clipped text says in `scrollWidth` how wide it would be. */
function contentWidth(cell: Element): number {
  const clipped = [...cell.querySelectorAll('.clip')].map((text) => text.scrollWidth - text.clientWidth);
  const range = document.createRange();
  range.selectNodeContents(cell);
  return range.getBoundingClientRect().width + clipped.reduce((sum, hidden) => sum + hidden, 0);
}
