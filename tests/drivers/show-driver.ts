import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { endProcess } from './end-process';

/** A running `telemetry-v3 show` of the built package. */
export interface ShowDriver {
  /** URL of the page. */
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Starts `telemetry-v3 show`, which serves the panel with these files as a page.
 * Rejects if the command does not print its URL first.
 */
export async function startShow(files: readonly string[]): Promise<ShowDriver> {
  const child = spawn(process.execPath, ['.output/package/dist/cli.mjs', 'show', ...files], {
    stdio: ['ignore', 'inherit', 'pipe'],
  });
  const [line] = await Promise.race([
    once(createInterface(child.stderr), 'line'),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`telemetry-v3 show ended with ${code}.`))),
  ]);
  const url = /http:\S+/.exec(line)?.[0];
  if (url === undefined) {
    await endProcess(child);
    throw new Error(`telemetry-v3 show prints no URL: ${line}`);
  }
  return { url, stop: () => endProcess(child) };
}
