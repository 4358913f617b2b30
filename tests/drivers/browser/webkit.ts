import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { waitFor } from '#tests/drivers/wait-for';
import { explainMissingTools } from '#tests/runner/command-line-tools';
import { openDisplay } from './display';

const LIBRARIES = '/usr/lib';

/** A running WebKitGTK, controlled by WebDriver. */
export interface WebKit {
  readonly goto: (url: string) => Promise<unknown>;
  /** Evaluates an expression in the page. */
  readonly evaluate: (expression: string) => Promise<unknown>;
  readonly close: () => Promise<void>;
}

/** Returns why WebKit cannot be started here, or `null` if it can. */
export function explainMissingWebKit(): string | null {
  const reason = explainMissingTools(['WebKitWebDriver', 'Xvfb']);
  return reason === null && findMiniBrowser() === null ? 'WebKitGTK has no MiniBrowser here' : reason;
}

/** Starts WebKitGTK's MiniBrowser on a separate display. */
export async function launchWebKit(): Promise<WebKit> {
  const [display, port] = [await openDisplay(), await findPort()];
  const env = { ...process.env, DISPLAY: display.name, LIBGL_ALWAYS_SOFTWARE: '1' };
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], { stdio: 'ignore', env });
  const send = async (method: string, path: string, body?: object): Promise<unknown> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    });
    const { value }: { readonly value: unknown } = await response.json();
    if (!response.ok) throw new Error(JSON.stringify(value));
    return value;
  };
  await waitFor(() => send('GET', '/status'));
  const options = { binary: findMiniBrowser(), args: ['--automation'] };
  const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': options } };
  const { sessionId } = (await send('POST', '/session', { capabilities })) as { readonly sessionId: string };
  const session = `/session/${sessionId}`;
  return {
    goto: (url) => send('POST', `${session}/url`, { url }),
    evaluate: (expression) => send('POST', `${session}/execute/sync`, { script: `return ${expression};`, args: [] }),
    async close() {
      try {
        await send('DELETE', session);
      } finally {
        driver.kill();
        display.close();
      }
    },
  };
}

/**
 * Returns the path of WebKitGTK's MiniBrowser, or `null` if it is not installed.
 * MiniBrowser is not on the PATH.
 */
export function findMiniBrowser(): string | null {
  const folders = existsSync(LIBRARIES) ? readdirSync(LIBRARIES) : [];
  const miniBrowser = folders
    .filter((folder) => folder.endsWith('-linux-gnu'))
    .flatMap((folder) =>
      ['webkit2gtk-4.1', 'webkit2gtk-4.0', 'webkitgtk-6.0'].map((name) => `${LIBRARIES}/${folder}/${name}/MiniBrowser`),
    )
    .find((file) => existsSync(file));
  return miniBrowser ?? null;
}

function findPort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
