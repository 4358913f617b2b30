import type { Frame } from 'playwright';

const OVERFLOWING = `[...document.querySelectorAll('.rows > .row > td')]
    .filter((cell) => cell.scrollWidth > cell.clientWidth && getComputedStyle(cell).overflowX === 'visible')
    .map((cell) => cell.className + ': ' + cell.textContent)`;

/**
 * What stands in cells of the list that are too narrow for it and do not clip it.
 * It would run into the next cell.
 */
export function findOverflow(panel: Frame): Promise<readonly string[]> {
  return panel.evaluate(OVERFLOWING);
}

/** Collects what overflows from here on, in each frame that is rendered: an event is in some states for a moment only. */
export async function recordOverflow(panel: Frame): Promise<void> {
  await panel.evaluate(`{
    const seen = window.overflowSeen = new Set();
    const look = () => {
      for (const text of ${OVERFLOWING}) seen.add(text);
      requestAnimationFrame(look);
    };
    look();
  }`);
}

export function recordedOverflow(panel: Frame): Promise<readonly string[]> {
  return panel.evaluate('[...window.overflowSeen]');
}
