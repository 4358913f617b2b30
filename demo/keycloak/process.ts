import { type ChildProcess, spawn } from 'node:child_process';

export interface RunningProcess {
  /** Rejects with the end of its output when the process exits by itself. Never resolves. */
  readonly ended: Promise<never>;
  readonly stop: () => Promise<void>;
}

const MAX_OUTPUT_CHARS = 4000;

/** Starts a command in a separate process group, so that its child processes end with it. */
export function startProcess(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): RunningProcess {
  const child = spawn(command, args, {
    env: { ...process.env, ...env },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const end = () => killGroup(child, 'SIGKILL');
  process.once('exit', end);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output = `${output}${chunk}`.slice(-MAX_OUTPUT_CHARS);
    });
  }
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const ended = new Promise<never>((_, reject) => {
    child.once('error', reject);
    void closed.then(() => reject(new Error(`${command} ended by itself.\n${output}`)));
  });
  ended.catch(() => undefined);
  return {
    ended,
    stop: async () => {
      process.off('exit', end);
      killGroup(child, 'SIGTERM');
      await closed;
    },
  };
}

function killGroup({ pid, exitCode }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined || exitCode !== null) return;
  try {
    process.kill(-pid, signal);
  } catch {}
}
