import { Worker } from 'node:worker_threads';
import type { PatternSource, TestByBacktracking } from '#core/patterns/pattern';
import { setBounded } from '#core/util/lru';

/** Timeout for testing a pattern. A slower pattern is not run again. */
const MAX_PATTERN_MS = 2_000;
/** Timeout for starting a thread. Starting takes about 0.03 s, or far longer on an overloaded machine. */
const MAX_START_MS = 60_000;
/** Maximum number of cached outcomes. The cache pays because values of events repeat. */
const MAX_CACHED_OUTCOMES = 2_000;
const MAX_CACHED_CHARS = 500;

/** Indexes in the memory that both threads share. */
const [PHASE, OUTCOME] = [0, 1];
/** The phases of a test. */
const [POSTED, RUNNING, DONE] = [0, 1, 2];

/** The thread's script. A string, because a module loader could wait for the blocked main thread. */
const script = `
const { parentPort, workerData: shared } = require('node:worker_threads');
const enter = (phase) => {
  Atomics.store(shared, ${PHASE}, phase);
  Atomics.notify(shared, ${PHASE});
};
parentPort.on('message', ({ source, flags, text }) => {
  enter(${RUNNING});
  shared[${OUTCOME}] = new RegExp(source, flags).test(text) ? 1 : 0;
  enter(${DONE});
});
`;

interface PatternThread {
  readonly worker: Worker;
  readonly shared: Int32Array;
}

/**
 * Creates a function that runs patterns in a separate thread, and blocks until the outcome is known.
 * Terminates the thread if a string takes too long. The pattern is not run again afterwards.
 */
export function createPatternRunner(maxMs = MAX_PATTERN_MS): TestByBacktracking {
  const outcomes = new Map<string, boolean>();
  const slowPatterns = new Set<string>();
  let thread: PatternThread | null = null;

  const end = (): 'too-slow' => {
    void thread?.worker.terminate();
    thread = null;
    return 'too-slow';
  };
  const run = (pattern: PatternSource, text: string): boolean | 'too-slow' => {
    thread ??= startThread();
    const { worker, shared } = thread;
    Atomics.store(shared, PHASE, POSTED);
    worker.postMessage({ source: pattern.source, flags: pattern.flags, text });
    // The start of the thread has a separate timeout, which does not count for the pattern.
    if (Atomics.wait(shared, PHASE, POSTED, MAX_START_MS) === 'timed-out') return end();
    if (Atomics.wait(shared, PHASE, RUNNING, maxMs) === 'timed-out') return end();
    return Atomics.load(shared, OUTCOME) === 1;
  };

  return (pattern, text) => {
    const name = `${pattern.flags}/${pattern.source}`;
    if (slowPatterns.has(name)) return 'too-slow';
    const key = `${name}\n${text}`;
    const outcome = outcomes.get(key) ?? run(pattern, text);
    if (outcome === 'too-slow') slowPatterns.add(name);
    else if (text.length <= MAX_CACHED_CHARS) setBounded(outcomes, key, outcome, MAX_CACHED_OUTCOMES);
    return outcome;
  };
}

function startThread(): PatternThread {
  const shared = new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT));
  const worker = new Worker(script, { eval: true, workerData: shared, execArgv: [] });
  // An invalid pattern ends the thread, so the test of the pattern times out.
  worker.on('error', () => {});
  worker.unref();
  return { worker, shared };
}
