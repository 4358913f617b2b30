import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** Asks a process to end, and settles when it has. */
export async function endProcess(child: ChildProcess): Promise<void> {
  child.kill('SIGTERM');
  if (child.exitCode === null) await once(child, 'exit');
}
