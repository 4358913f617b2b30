import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** Terminates a process, and waits until it has exited. */
export async function endProcess(child: ChildProcess): Promise<void> {
  child.kill('SIGTERM');
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}
