import type { BrowserContext, Frame, Page } from 'playwright';

/** Everything in the memory of a page, or of a frame with a process of its own, as a debugger can take it: each text that lives in its process's JavaScript. */
export async function heapOf(context: BrowserContext, page: Page | Frame): Promise<string> {
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
