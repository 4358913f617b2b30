import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';

/** The resources that a process used. */
export interface RunMetrics {
  readonly seconds: number;
  /** CPU time of all threads; `null` if the program is not Node.js. */
  readonly processorSeconds: number | null;
  /** Peak memory of all threads; `null` if the program is not Node.js. */
  readonly maxRssMegabytes: number | null;
}

/** A script that prints CPU time and peak memory when a Node.js process exits. */
const USAGE_HOOK = `data:text/javascript,${encodeURIComponent(
  "process.on('exit', () => { const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();" +
    " process.stderr.write('\\nusage ' + (userCPUTime + systemCPUTime) / 1e6 + ' ' + maxRSS + '\\n'); });",
)}`;

/** The command and its arguments; `node` stands for this Node.js. */
export type CommandLine = readonly [string, ...string[]];

/** Runs a command with copies of some lines as its standard input. Its output is discarded. */
export async function runWithInput(command: CommandLine, lines: Buffer, copies: number): Promise<RunMetrics> {
  return measureRun(command, async (input) => {
    for (let copy = 0; copy < copies; copy += 1) {
      if (!input.write(lines)) await once(input, 'drain');
    }
  });
}

/** Runs a command without standard input. Its output is discarded. */
export async function runWithoutInput(command: CommandLine): Promise<RunMetrics> {
  return measureRun(command, async () => {});
}

async function measureRun(
  [command, ...args]: CommandLine,
  feed: (input: Writable) => Promise<void>,
): Promise<RunMetrics> {
  const isNode = command === 'node';
  const startedAt = performance.now();
  const child = spawn(isNode ? process.execPath : command, isNode ? ['--import', USAGE_HOOK, ...args] : args, {
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  const ended = once(child, 'exit');
  const errors = text(child.stderr);
  await feed(child.stdin);
  child.stdin.end();
  const [code] = await ended;
  const seconds = (performance.now() - startedAt) / 1_000;
  // Exit code 1: some events are invalid.
  if (code !== 0 && code !== 1) throw new Error(`${command} ${args.join(' ')} ended with ${code}: ${await errors}`);
  const [, processorSeconds, kilobytes] = /\nusage (\S+) (\S+)\n/.exec(await errors) ?? [];
  return {
    seconds,
    processorSeconds: processorSeconds === undefined ? null : Number(processorSeconds),
    maxRssMegabytes: kilobytes === undefined ? null : Math.round((Number(kilobytes) * 1_024) / 1e6),
  };
}
