import type { Frame, Page } from 'playwright';

const AT_ONCE = 5000;
const PATIENCE_MS = 120_000;

/** Lets the page make real calls until the panel holds so many events, and waits until it rests. */
export async function fillUpTo(page: Page, panel: Frame, count: number): Promise<void> {
  for (;;) {
    const have = await panel.evaluate<number>('window.telemetryPanel.records().length');
    const missing = count - have;
    if (missing <= 0) break;
    await page.evaluate(`bench.burst('fill-${have}', ${Math.min(AT_ONCE, missing)})`);
    await panel.evaluate(`probe.rowsAre(${have + Math.min(AT_ONCE, missing)}, ${PATIENCE_MS})`);
  }
  await panel.evaluate(`probe.allAnswered('', 20000)`);
}
