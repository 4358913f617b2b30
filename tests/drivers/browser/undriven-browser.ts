import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { Browser, BrowserContext, Worker } from 'playwright';
import { chromium } from 'playwright';
import { closeWelcome, extensionArguments } from './launch';

export interface UndrivenOptions {
  readonly executablePath: string;
  readonly extensionFolder: string;
  readonly headless: boolean;
}

export interface UndrivenBrowser {
  readonly extensionId: string;
  /** Opens a URL in a tab without a driver. Resolves with the target id of the tab. */
  readonly open: (url: string) => Promise<string>;
  /** Reads the current URL of the tab. */
  readonly readUrl: (targetId: string) => Promise<string>;
  readonly attachDriver: () => Promise<BrowserContext>;
  readonly close: () => Promise<void>;
}

/**
 * Starts Chromium with the extension, without a driver attached to its tabs.
 * Tabs with a driver or with DevTools differ from those of a user: Chromium prerenders no pages in them.
 */
export async function startUndriven(options: UndrivenOptions): Promise<UndrivenBrowser> {
  const profile = await mkdtemp(join(tmpdir(), 'telemetry-v3-undriven-'));
  const browser = spawn(options.executablePath, argumentsOf(options, profile), { stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = once(browser, 'exit');
  const close = async (): Promise<void> => {
    browser.kill();
    await ended;
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const endpoint = await readEndpoint(browser.stderr);
    const extensionId = await waitForExtension(endpoint);
    const { origin } = new URL(endpoint.replace('ws:', 'http:'));
    return {
      extensionId,
      async open(url) {
        const response = await fetch(`${origin}/json/new?${encodeURIComponent(url)}`, { method: 'PUT' });
        return ((await response.json()) as Target).id;
      },
      async readUrl(targetId) {
        const targets = (await (await fetch(`${origin}/json/list`)).json()) as readonly Target[];
        return targets.find(({ id }) => id === targetId)?.url ?? '';
      },
      attachDriver: async () => contextOf(await chromium.connectOverCDP(endpoint)),
      close,
    };
  } catch (problem) {
    await close();
    throw problem;
  }
}

interface Target {
  readonly id: string;
  readonly url: string;
}

function argumentsOf({ extensionFolder, headless }: UndrivenOptions, profile: string): readonly string[] {
  return [
    ...(headless ? ['--headless'] : []),
    '--no-sandbox',
    '--no-first-run',
    '--password-store=basic',
    '--disable-dev-shm-usage',
    '--disable-background-networking',
    ...extensionArguments(extensionFolder),
    `--user-data-dir=${profile}`,
    '--remote-debugging-port=0',
    'about:blank',
  ];
}

async function readEndpoint(output: Readable): Promise<string> {
  const lines = createInterface({ input: output });
  // Reads all output, because the browser blocks when the pipe is full.
  output.resume();
  return new Promise((resolve, reject) => {
    lines.on('line', (line) => {
      const endpoint = /^DevTools listening on (ws:\S+)/.exec(line)?.[1];
      if (endpoint !== undefined) resolve(endpoint);
    });
    lines.on('close', () => reject(new Error('The browser ended before it listened.')));
  });
}

/**
 * Waits until the extension has registered its scripts, and resolves with its id.
 * The driver is detached afterwards.
 */
async function waitForExtension(endpoint: string): Promise<string> {
  const driver = await chromium.connectOverCDP(endpoint);
  try {
    const context = contextOf(driver);
    const worker: Worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
    const countScripts = 'chrome.scripting.getRegisteredContentScripts().then(({ length }) => length)';
    while ((await worker.evaluate<number>(countScripts)) === 0);
    await closeWelcome(worker);
    return new URL(worker.url()).host;
  } finally {
    await driver.close();
  }
}

function contextOf(browser: Browser): BrowserContext {
  const [context] = browser.contexts();
  if (context === undefined) throw new Error('The browser has no open profile.');
  return context;
}
