import type { CDPSession } from 'playwright';
import { rounded } from '../figures';

/** What the panel keeps alive, in millions of bytes, after everything else was collected. */
export async function measureHeap(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return rounded(usedSize / 1e6);
}
