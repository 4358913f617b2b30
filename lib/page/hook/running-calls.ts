/**
 * A call that is running now.
 * Calls nest where one SDK wraps another, or where a listener calls the SDK again.
 */
export interface RunningCall {
  readonly id: string;
  readonly method: string;
  /** Whether its event has been emitted: what is called after that is called by a listener, not by a wrapper. */
  emitted: boolean;
  /** Takes its ears off the console again. */
  restoreConsole: (() => void) | null;
}

/** A wrapper that calls the SDK beneath it by the same name is one call of the page, not two. */
export function isWrapped(running: readonly RunningCall[], method: string): boolean {
  for (let index = 0; index < running.length; index += 1) {
    const call = running[index];
    if (call?.method === method && !call.emitted) return true;
  }
  return false;
}

/** Takes the call, and whatever was left above it, off the running calls. */
export function endCall(running: RunningCall[], callId: string): void {
  let depth = running.length - 1;
  while (depth >= 0 && running[depth]?.id !== callId) depth -= 1;
  if (depth < 0) return;
  for (let index = running.length - 1; index >= depth; index -= 1) {
    running[index]?.restoreConsole?.();
    running.length = index;
  }
}
