import type { CDPSession, Frame } from 'playwright';
import { workedMs } from '../panel-probe';

/** In milliseconds: longer than the panel rests between two writings of what came in last. */
const REST_MS = 1_500;
/** In milliseconds between two frames: the panel does no more than draw what this asks for. */
const NOTHING_MS = 5;

/** Waits until the panel has done all that it had to do, such as keeping what came in last. */
export async function waitUntilIdle(panel: Frame, session: CDPSession): Promise<void> {
  for (let workedAt = performance.now(); performance.now() - workedAt < REST_MS; ) {
    const before = await workedMs(session);
    await panel.evaluate('probe.painted().then(() => null)');
    if ((await workedMs(session)) - before >= NOTHING_MS) workedAt = performance.now();
  }
}
