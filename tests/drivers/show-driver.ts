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

/** Starts `telemetry-v3 show`, which serves the panel with these files as a page. */
export async function startShow(files: readonly string[]): Promise<ShowDriver> {
  const child = spawn(process.execPath, ['.output/package/dist/cli.mjs', 'show', ...files], {
    stdio: ['ignore', 'inherit', 'pipe'],
  });
  const [line] = await once(createInterface(child.stderr), 'line');
  return {
    url: /http:\S+/.exec(line)?.[0] ?? '',
    stop: () => endProcess(child),
  };
}
