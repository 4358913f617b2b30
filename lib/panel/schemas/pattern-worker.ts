// Types alone: a worker that had the code that starts one would start the next.
import type { PatternTests, SliceOutcomes } from './pattern-thread';

/** Runs patterns in a thread of its own, which the panel ends where a text takes too long. */
self.onmessage = ({ data }: MessageEvent<PatternTests>) => self.postMessage(testSome(data));
self.postMessage('ready');

function testSome({ pattern, texts, sliceMs }: PatternTests): SliceOutcomes {
  const until = performance.now() + sliceMs;
  const outcomes: boolean[] = [];
  try {
    const { source, flags } = pattern;
    const regExp = new RegExp(source, flags);
    for (const text of texts) {
      outcomes.push(regExp.test(text));
      if (performance.now() > until) break;
    }
    return { outcomes };
  } catch {
    // Firefox gives a pattern up that would take too much memory.
    return { outcomes, isRefused: true };
  }
}
