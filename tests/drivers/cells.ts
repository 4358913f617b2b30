import type { Frame } from 'playwright';

const OVERFLOWING_CELLS = `[...document.querySelectorAll('.rows > .row > td')]
    .filter((cell) => cell.scrollWidth > cell.clientWidth && getComputedStyle(cell).overflowX === 'visible')
    .map((cell) => cell.className + ': ' + cell.textContent)`;

/** Finds the cells of the list that are too narrow for their text, and do not clip it. */
export function findOverflowingCells(panel: Frame): Promise<readonly string[]> {
  return panel.evaluate(OVERFLOWING_CELLS);
}

/**
 * Collects the overflowing cells at each animation frame from now on.
 * Some states of an event last only a moment.
 */
export async function recordOverflowingCells(panel: Frame): Promise<void> {
  await panel.evaluate(`{
    const cells = window.overflowingCells = new Set();
    const collect = () => {
      for (const cell of ${OVERFLOWING_CELLS}) cells.add(cell);
      requestAnimationFrame(collect);
    };
    collect();
  }`);
}

/** Returns the cells that {@link recordOverflowingCells} has collected so far. */
export function readRecordedCells(panel: Frame): Promise<readonly string[]> {
  return panel.evaluate('[...window.overflowingCells]');
}
