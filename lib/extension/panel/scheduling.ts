import { after } from '#extension/after';

/** Calls back once in a task of its own, without the 4 milliseconds that nested timers wait. */
export const later: (call: () => void) => void = createLater();

/** Where the browser has it: https://wicg.github.io/scheduling-apis/. */
const { scheduler } = globalThis as {
  readonly scheduler?: { postTask(call: () => void, options: { readonly priority: 'background' }): Promise<void> };
};

/**
 * Calls back once when nothing else is to be done: keys, clicks, timers, messages and drawing come first. Answers the undo.
 * A window that is not shown may be given such turns rarely, and has nobody who waits for anything else.
 */
export function unhurried(call: () => void): () => void {
  let isOver = false;
  const turn = () => {
    if (!isOver) call();
  };
  if (scheduler === undefined || document.hidden) later(turn);
  else void scheduler.postTask(turn, { priority: 'background' });
  return () => {
    isOver = true;
  };
}

/** In milliseconds: a panel that nobody sees is given no frames. */
const UNSEEN_MS = 250;

/** Calls back when the next frame is on the screen; where the panel is not shown, after a moment. */
export function painted(call: () => void): void {
  const finish = () => {
    stopWaiting();
    cancelAnimationFrame(frame);
    call();
  };
  const stopWaiting = after(UNSEEN_MS, finish);
  const frame = requestAnimationFrame(() => later(finish));
}

function createLater() {
  const { port1, port2 } = new MessageChannel();
  const calls: (() => void)[] = [];
  port1.onmessage = () => calls.shift()?.();
  return (call: () => void) => {
    calls.push(call);
    port2.postMessage(null);
  };
}
