import type { CDPSession, Frame } from 'playwright';
import { workedMs } from '../panel-probe';

/** Longer than the panel's interval between two writes to its storage. */
const REST_MS = 1_500;
/** Work between two frames of a panel that only paints. */
const IDLE_FRAME_MS = 5;

/** Waits until the panel is idle, and has stored its last events. */
export async function waitUntilIdle(panel: Frame, session: CDPSession): Promise<void> {
  for (let workedAt = performance.now(); performance.now() - workedAt < REST_MS; ) {
    const before = await workedMs(session);
    await panel.evaluate('probe.painted().then(() => null)');
    if ((await workedMs(session)) - before >= IDLE_FRAME_MS) workedAt = performance.now();
  }
}
