import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import puppeteer, { type Browser } from 'puppeteer-core';
import { fail, type Result, succeed } from '#core/util/result';
import { WAIT_TIMEOUT_MS } from '../time-limits';
import { until } from '../until';

/** Folder of the built, unpacked extension for Firefox, or of another build. */
const firefoxExtension =
  process.env.FIREFOX_EXTENSION_FOLDER ?? fileURLToPath(new URL('../../../.output/firefox-mv3', import.meta.url));

/** Host of the extension's URLs. Without a preference, Firefox generates it randomly. */
const UUID = '7e1e3e71-0000-4000-8000-000000000001';

/** Returns the URL of an extension page. */
export function firefoxPageUrl(path: string): string {
  return `moz-extension://${UUID}/${path}`;
}

/** Finds the Firefox to use: FIREFOX_PATH, or an installed one. Fails with instructions. */
export function findFirefox(env: NodeJS.ProcessEnv = process.env): Result<string, string> {
  const configuredPath = env.FIREFOX_PATH;
  if (configuredPath)
    return canStart(configuredPath)
      ? succeed(configuredPath)
      : fail(`FIREFOX_PATH names ${configuredPath}, which does not start.`);
  const path = firefoxPaths(process.platform).find(canStart);
  return path
    ? succeed(path)
    : fail(
        'No Firefox was found. Install it (Debian: apt-get install firefox-esr), or set FIREFOX_PATH to its binary.',
      );
}

function firefoxPaths(platform: NodeJS.Platform): readonly string[] {
  if (platform === 'darwin') return ['/Applications/Firefox.app/Contents/MacOS/firefox'];
  if (platform === 'win32') return ['C:\\Program Files\\Mozilla Firefox\\firefox.exe'];
  return ['/usr/bin/firefox-esr', '/usr/lib/firefox-esr/firefox-esr', '/usr/bin/firefox', '/usr/lib64/firefox/firefox'];
}

function canStart(path: string): boolean {
  if (!existsSync(path)) return false;
  return spawnSync(path, ['--version'], { stdio: 'ignore', timeout: WAIT_TIMEOUT_MS }).status === 0;
}

function readGeckoId(): string {
  const manifest = JSON.parse(readFileSync(join(firefoxExtension, 'manifest.json'), 'utf8'));
  return manifest.browser_specific_settings.gecko.id;
}

/** Waits for the welcome page, which opens after the installation, and closes it. */
async function closeWelcome(browser: Browser): Promise<void> {
  const closeIfOpen = async (): Promise<boolean> => {
    for (const page of await browser.pages()) {
      // For extension pages, Puppeteer gets neither a load event nor the URL.
      const url = await page.evaluate('location.href').catch(() => null);
      if (url !== firefoxPageUrl('welcome.html')) continue;
      await page.close();
      return true;
    }
    return false;
  };
  await until(closeIfOpen, 'The extension opened no welcome page.');
}

/** Starts Firefox without a window, with the extension in a new profile. */
export async function launchFirefox(executablePath: string): Promise<Browser> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    args: ['--remote-allow-system-access'],
    extraPrefsFirefox: { 'extensions.webextensions.uuids': JSON.stringify({ [readGeckoId()]: UUID }) },
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
