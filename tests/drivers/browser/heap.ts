import type { BrowserContext, Frame, Page } from 'playwright';

/**
 * Returns a heap snapshot of a page, or of a frame with a separate process.
 * The snapshot contains all strings in the JavaScript heap of the process.
 */
export async function readHeapSnapshot(context: BrowserContext, page: Page | Frame): Promise<string> {
  const session = await context.newCDPSession(page);
  try {
    const chunks: string[] = [];
    session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk));
    await session.send('HeapProfiler.enable');
    await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
    return chunks.join('');
  } finally {
    await session.detach();
  }
}
