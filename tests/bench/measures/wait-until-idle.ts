import type { CDPSession, Frame } from 'playwright';
import { readMainThreadMs } from '../panel-probe';

/** Required idle time, which is longer than the panel's interval between two writes to its storage. */
const IDLE_TIME_MS = 1_500;
/** Maximum work per frame of a panel that only paints. */
const IDLE_FRAME_MS = 5;

/** Waits until the panel is idle, and has stored its last events. */
export async function waitUntilIdle(panel: Frame, session: CDPSession): Promise<void> {
  for (let workedAt = performance.now(); performance.now() - workedAt < IDLE_TIME_MS; ) {
    const before = await readMainThreadMs(session);
    await panel.evaluate('probe.painted().then(() => null)');
    if ((await readMainThreadMs(session)) - before >= IDLE_FRAME_MS) workedAt = performance.now();
  }
}
