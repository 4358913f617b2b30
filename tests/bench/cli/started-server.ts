import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createInterface, type Interface } from 'node:readline';

/** Clock ticks per second in `/proc/PID/stat`, which are the same on all current Linux systems. */
const TICKS_PER_SECOND = 100;

/** A server in a separate process. CPU time and memory are `null` without `/proc`. */
export interface StartedServer {
  /** URL of the collector, which the process prints first. */
  readonly url: string;
  /** URL of the page; empty if the server has none. */
  readonly page: string;
  processorSeconds(): number | null;
  rssMegabytes(): number | null;
  /** Ends the process. */
  stop(): void;
}

/** Starts a script that prints its URLs to standard error, one per line, the collector's first. */
export async function startServer(args: readonly string[]): Promise<StartedServer> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  const { url, page } = await readUrls(createInterface(child.stderr));
  return {
    url,
    page,
    processorSeconds: () => processorSecondsOf(child),
    rssMegabytes: () => rssMegabytesOf(child),
    stop: () => void child.kill('SIGKILL'),
  };
}

/** Returns the arguments of `serve` on free ports. */
export function serveArgs(cli: string, ...options: readonly string[]): readonly string[] {
  return [cli, 'serve', '--port', '0', '--ui-port', '0', '--no-config', '--format', 'none', ...options];
}

/**
 * Reads the URLs in the first lines.
 * Further output is also read, because an unread pipe would block the process.
 */
function readUrls(lines: Interface): Promise<Pick<StartedServer, 'url' | 'page'>> {
  return new Promise((resolve) => {
    let url = '';
    lines.on('line', (line) => {
      if (url === '') url = urlIn(line);
      const isServe = line.startsWith('Collector') || line.startsWith('Upstream');
      if (!isServe) resolve({ url, page: line.startsWith('Panel') ? urlIn(line) : '' });
    });
  });
}

function urlIn(line: string): string {
  return /http:[^\s,]+/.exec(line)?.[0] ?? '';
}

function processorSecondsOf({ pid }: ChildProcess): number | null {
  const file = `/proc/${pid}/stat`;
  if (!existsSync(file)) return null;
  // The program's name, in brackets, may contain spaces. User and system time are the 14th and 15th field.
  const fields = readFileSync(file, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

function rssMegabytesOf({ pid }: ChildProcess): number | null {
  const file = `/proc/${pid}/status`;
  const [, kilobytes] = (existsSync(file) && /^VmRSS:\s+(\d+)/m.exec(readFileSync(file, 'utf8'))) || [];
  return kilobytes === undefined ? null : Math.round((Number(kilobytes) * 1_024) / 1e6);
}
