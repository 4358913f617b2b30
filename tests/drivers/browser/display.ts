import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { missingToolsReason } from '#tests/runner/command-line-tools';

/** An invisible X display, for what a headless browser does not do: asking for permissions. */
export interface Display {
  readonly name: string;
  /** Presses keys in the window that has the focus, as a user would. */
  readonly press: (...keys: readonly string[]) => void;
  readonly close: () => void;
}

/**
 * Chromium ignores a press of its own dialogs' buttons that follows another input within the time of a double click, 500
 * ms, and counts on from there: keys that come faster are never taken.
 */
const KEY_INTERVAL_MS = 700;

/** Why no such display can be opened here, or `null`. */
export function missingForDisplay(): string | null {
  return missingToolsReason(['Xvfb', 'xdotool']);
}

export async function openDisplay(): Promise<Display> {
  const server = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1400x1000x24'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [number] = await once(createInterface(server.stdout), 'line');
  const name = `:${number}`;
  const xdotool = (...args: readonly string[]): string =>
    spawnSync('xdotool', args, { env: { ...process.env, DISPLAY: name }, encoding: 'utf8' }).stdout;
  return {
    name,
    press: (...keys) => void xdotool('key', '--delay', `${KEY_INTERVAL_MS}`, ...keys),
    close: () => server.kill(),
  };
}
