import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { explainMissingTools } from '#tests/runner/command-line-tools';

/** An invisible X display. A headless browser shows no permission prompts. */
export interface Display {
  readonly name: string;
  /** Presses keys in the focused window, as a user would. */
  readonly press: (...keys: readonly string[]) => void;
  readonly close: () => void;
}

/**
 * Interval between two keys.
 * Chromium's dialogs ignore a key within 500 ms of the previous input, the time of a double click. Each input restarts
 * this time.
 */
const KEY_INTERVAL_MS = 700;

/** Returns why no X display can be opened here, or `null` if one can. */
export function explainMissingDisplay(): string | null {
  return explainMissingTools(['Xvfb', 'xdotool']);
}

export async function openDisplay(): Promise<Display> {
  const server = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1400x1000x24'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [displayNumber] = await once(createInterface(server.stdout), 'line');
  const name = `:${displayNumber}`;
  const xdotool = (...args: readonly string[]): string =>
    spawnSync('xdotool', args, { env: { ...process.env, DISPLAY: name }, encoding: 'utf8' }).stdout;
  return {
    name,
    press: (...keys) => void xdotool('key', '--delay', `${KEY_INTERVAL_MS}`, ...keys),
    close: () => server.kill(),
  };
}
