import { findMax } from '#core/util/extremes';
import { clampWidth } from './columns';

/** Padding of a cell and the line between two cells, in pixels. */
const CELL_SPACING_PX = 17;

/** Returns the column width at which none of the rendered cells is clipped. */
export function measureFittingWidth(header: HTMLElement): number {
  const index = [...(header.parentElement?.children ?? [])].indexOf(header);
  const rows = header.closest('table')?.querySelectorAll('.rows > .row:not(.nav, .group)') ?? [];
  const cells = [...rows].flatMap((row) => row.children[index] ?? []);
  const widest = findMax([header.querySelector('button') ?? header, ...cells].map(measureContentWidth));
  return clampWidth(Math.ceil(widest) + CELL_SPACING_PX);
}

/** Returns the width of the contents, including the clipped parts of truncated texts. */
function measureContentWidth(cell: Element): number {
  const clippedWidths = [...cell.querySelectorAll('.truncate')].map((text) => text.scrollWidth - text.clientWidth);
  const range = document.createRange();
  range.selectNodeContents(cell);
  return range.getBoundingClientRect().width + clippedWidths.reduce((sum, width) => sum + width, 0);
}
