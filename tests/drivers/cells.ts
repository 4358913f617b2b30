import type { Frame } from 'playwright';

/** What stands in cells of the list that are too narrow for it and do not clip it: it would run into the next cell. */
export function overflowing(panel: Frame): Promise<readonly string[]> {
  return panel.evaluate(`[...document.querySelectorAll('.rows > .row > td')]
    .filter((cell) => cell.scrollWidth > cell.clientWidth && getComputedStyle(cell).overflowX === 'visible')
    .map((cell) => cell.className + ': ' + cell.textContent)`);
}
