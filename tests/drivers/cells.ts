import type { Frame } from 'playwright';

const OVERFLOWING = `[...document.querySelectorAll('.rows > .row > td')]
    .filter((cell) => cell.scrollWidth > cell.clientWidth && getComputedStyle(cell).overflowX === 'visible')
    .map((cell) => cell.className + ': ' + cell.textContent)`;

/**
 * Returns the cells of the list whose text would run into the next cell.
 * These cells are too narrow for their text, and do not clip the text.
 */
export function findOverflow(panel: Frame): Promise<readonly string[]> {
  return panel.evaluate(OVERFLOWING);
}

/**
 * Collects the overflowing cells at each animation frame from now on.
 * Some states of an event last only a moment.
 */
export async function recordOverflow(panel: Frame): Promise<void> {
  await panel.evaluate(`{
    const seen = window.overflowSeen = new Set();
    const collect = () => {
      for (const text of ${OVERFLOWING}) seen.add(text);
      requestAnimationFrame(collect);
    };
    collect();
  }`);
}

export function readRecordedOverflow(panel: Frame): Promise<readonly string[]> {
  return panel.evaluate('[...window.overflowSeen]');
}
