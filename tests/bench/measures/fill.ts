import type { CDPSession, Frame, Page } from 'playwright';
import { BATCH_SIZE } from '#demo/site/sdk-pages';
import { waitUntilIdle } from './wait-until-idle';

const FILL_BATCH_SIZE = 10_000;
const TIMEOUT_MS = 60_000;

/**
 * Lets the page make real calls until the panel holds so many events, and waits until all of them are accepted and stored:
 * what is measured then is not what came before it.
 */
export async function fillUpTo(
  page: Page,
  panel: Frame,
  session: CDPSession,
  count: number,
  log: (line: string) => void,
): Promise<void> {
  for (;;) {
    const have = await panel.evaluate<number>('probe.rowCount()');
    const missing = Math.min(FILL_BATCH_SIZE, count - have);
    if (missing <= 0) return waitUntilIdle(panel, session);
    await page.evaluate(`bench.burst('fill-${have}', ${missing})`);
    await panel.evaluate(`probe.rowsAre(${have + missing}, ${TIMEOUT_MS})`);
    await panel.evaluate(`probe.allResponded(${BATCH_SIZE}, ${TIMEOUT_MS})`);
    const now = await panel.evaluate<number>('probe.rowCount()');
    if (now === have) throw new Error(`The panel stays at ${have} events.`);
    log(`filled: ${now} of ${count} events`);
  }
}
