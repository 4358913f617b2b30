// Import types only: with the code of that file, the worker would start further workers.
import type { PatternTests, SliceOutcomes } from './pattern-thread';

/** Runs patterns in a worker, which the panel terminates if a string takes too long. */
self.onmessage = ({ data }: MessageEvent<PatternTests>) => self.postMessage(testSlice(data));
self.postMessage('ready');

function testSlice({ pattern, texts, sliceMs }: PatternTests): SliceOutcomes {
  const deadline = performance.now() + sliceMs;
  const outcomes: boolean[] = [];
  try {
    const { source, flags } = pattern;
    const regExp = new RegExp(source, flags);
    for (const text of texts) {
      outcomes.push(regExp.test(text));
      if (performance.now() > deadline) break;
    }
    return { outcomes };
  } catch {
    // Firefox throws if a pattern would take too much memory.
    return { outcomes, hasFailed: true };
  }
}
