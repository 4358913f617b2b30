import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { constants } from 'node:os';
import { isatty } from 'node:tty';
import type { CliDeps } from '../cli-deps';

const NOT_FOUND_EXIT_CODE = 127;

/** Runs a shell command. When the signal aborts, also ends the child processes of the command. */
export const runShell: CliDeps['runShell'] = (command, variables, signal) =>
  new Promise((resolve) => {
    const isInTerminal = [0, 1, 2].some((descriptor) => isatty(descriptor));
    // A terminal sends Ctrl+C only to its foreground process group, and only this group can read from the terminal.
    const hasGroup = process.platform !== 'win32' && !isInTerminal;
    const env = { ...process.env, ...variables };
    const child = spawn(command, { shell: true, stdio: 'inherit', detached: hasGroup, env });
    const stop = (): void => {
      if (process.platform === 'win32') child.kill();
      // Not SIGINT, which a shell lets its background processes ignore.
      else if (hasGroup) terminate(-(child.pid ?? 0));
      // The terminal has sent SIGINT to the command, too.
      else if (signal.reason !== 'SIGINT') for (const id of findProcessIds(child)) terminate(id);
    };
    // A separate process group would continue after a second Ctrl+C or an error ended this process.
    const stopAtExit = (): void => {
      if (hasGroup) stop();
    };
    const end = (code: number): void => {
      signal.removeEventListener('abort', stop);
      process.off('exit', stopAtExit);
      resolve(code);
    };
    signal.addEventListener('abort', stop);
    if (signal.aborted) stop();
    process.on('exit', stopAtExit);
    child.on('error', () => end(NOT_FOUND_EXIT_CODE));
    child.on('exit', (code, signalName) =>
      end(code ?? 128 + (signalName === null ? 0 : constants.signals[signalName])),
    );
  });

/** Sends SIGTERM to a process, or to a process group by its negative ID. Ignores a process that has ended. */
function terminate(id: number): void {
  try {
    if (id !== 0) process.kill(id, 'SIGTERM');
  } catch {}
}

/** Returns the IDs of a process and its descendants. Returns only the first ID if `ps` can't list all processes. */
function findProcessIds({ pid }: ChildProcess): readonly number[] {
  if (pid === undefined) return [];
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  const pairs = (stdout ?? '').split('\n').map((line) => line.trim().split(/\s+/).map(Number));
  const processIds = [pid];
  for (const parent of processIds)
    for (const [id, parentId] of pairs) if (parentId === parent && id) processIds.push(id);
  return processIds;
}
