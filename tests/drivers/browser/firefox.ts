import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import puppeteer, { type Browser } from 'puppeteer-core';
import { fail, type Result, succeed } from '#core/util/result';
import { WAIT_TIMEOUT_MS } from '../time-limits';
import { until } from '../until';

/** The built extension for Firefox, unpacked; another build can be named. */
const firefoxExtension =
  process.env.FIREFOX_EXTENSION_FOLDER ?? fileURLToPath(new URL('../../../.output/firefox-mv3', import.meta.url));

/** The address that the extension gets here: Firefox makes up a new one each time. */
const UUID = '7e1e3e71-0000-4000-8000-000000000001';

/** Where one of the extension's own pages is found. */
export function firefoxPage(path: string): string {
  return `moz-extension://${UUID}/${path}`;
}

/** The Firefox to use: FIREFOX_PATH, or one that is installed; else a sentence that says what to do. */
export function findFirefox(env: NodeJS.ProcessEnv = process.env): Result<string, string> {
  const wished = env.FIREFOX_PATH;
  if (wished) return works(wished) ? succeed(wished) : fail(`FIREFOX_PATH names ${wished}, which does not start.`);
  const path = placesOn(process.platform).find(works);
  return path
    ? succeed(path)
    : fail(
        'No Firefox was found. Install it (Debian: apt-get install firefox-esr), or set FIREFOX_PATH to its binary.',
      );
}

function placesOn(platform: NodeJS.Platform): readonly string[] {
  if (platform === 'darwin') return ['/Applications/Firefox.app/Contents/MacOS/firefox'];
  if (platform === 'win32') return ['C:\\Program Files\\Mozilla Firefox\\firefox.exe'];
  return ['/usr/bin/firefox-esr', '/usr/lib/firefox-esr/firefox-esr', '/usr/bin/firefox', '/usr/lib64/firefox/firefox'];
}

function works(path: string): boolean {
  if (!existsSync(path)) return false;
  return spawnSync(path, ['--version'], { stdio: 'ignore', timeout: WAIT_TIMEOUT_MS }).status === 0;
}

function geckoId(): string {
  const manifest = JSON.parse(readFileSync(join(firefoxExtension, 'manifest.json'), 'utf8'));
  return manifest.browser_specific_settings.gecko.id;
}

/** Closes the page that opens after an installation, once it is there. */
async function closeWelcome(browser: Browser): Promise<void> {
  const closeIfThere = async (): Promise<boolean> => {
    for (const page of await browser.pages()) {
      // The driver gets no load event of such a page, and does not know its URL.
      const url = await page.evaluate('location.href').catch(() => null);
      if (url !== firefoxPage('welcome.html')) continue;
      await page.close();
      return true;
    }
    return false;
  };
  await until(closeIfThere, 'The extension opened no welcome page.');
}

/** Starts Firefox without a window, with the extension in a profile of its own. */
export async function launchFirefox(executablePath: string): Promise<Browser> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    args: ['--remote-allow-system-access'],
    extraPrefsFirefox: { 'extensions.webextensions.uuids': JSON.stringify({ [geckoId()]: UUID }) },
  });
  try {
    await browser.installExtension(firefoxExtension);
    await closeWelcome(browser);
  } catch (failure) {
    await browser.close();
    throw failure;
  }
  return browser;
}
