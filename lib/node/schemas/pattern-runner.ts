import { Worker } from 'node:worker_threads';
import type { PatternSource, TestByBacktracking } from '#core/patterns/pattern';
import { setBounded } from '#core/util/lru';

/** A text that takes a pattern longer ends the pattern. */
const MAX_PATTERN_MS = 2_000;
/** To start a thread takes a few hundredths of a second, or far longer on a machine with too much to do. */
const MAX_START_MS = 60_000;
/** Values of events repeat. */
const MAX_KNOWN_OUTCOMES = 2_000;
const MAX_KNOWN_CHARS = 500;

/** Places in the memory that both threads have. */
const [PHASE, OUTCOME] = [0, 1];
/** The phases of a test. */
const [POSTED, RUNNING, DONE] = [0, 1, 2];

/** Runs in the thread. A script needs no loader, which could wait for the thread that waits here. */
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
 * Creates a function that runs patterns by the native engine in a thread of its own, and waits for the outcome.
 * The thread is ended where a text takes too long. From then on the pattern is not run again.
 */
export function createPatternRunner(maxMs = MAX_PATTERN_MS): TestByBacktracking {
  const known = new Map<string, boolean>();
  const slow = new Set<string>();
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
    // The time of the start is not that of the pattern.
    if (Atomics.wait(shared, PHASE, POSTED, MAX_START_MS) === 'timed-out') return end();
    if (Atomics.wait(shared, PHASE, RUNNING, maxMs) === 'timed-out') return end();
    return Atomics.load(shared, OUTCOME) === 1;
  };

  return (pattern, text) => {
    const name = `${pattern.flags}/${pattern.source}`;
    if (slow.has(name)) return 'too-slow';
    const key = `${name}\n${text}`;
    const outcome = known.get(key) ?? run(pattern, text);
    if (outcome === 'too-slow') slow.add(name);
    else if (text.length <= MAX_KNOWN_CHARS) setBounded(known, key, outcome, MAX_KNOWN_OUTCOMES);
    return outcome;
  };
}

function startThread(): PatternThread {
  const shared = new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT));
  const worker = new Worker(script, { eval: true, workerData: shared, execArgv: [] });
  // A pattern that the engine cannot run ends the thread, which then says no outcome.
  worker.on('error', () => {});
  worker.unref();
  return { worker, shared };
}
