import { spawn } from 'node:child_process';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { ensurePackage } from '#tests/runner/builds';
import { requireChromium } from './browser/require-chromium';

export interface TestRun {
  readonly exitCode: number | null;
  readonly output: string;
}

/**
 * Installs the package `telemetry-v3` into a folder as npm does.
 * Playwright is resolved from a parent folder.
 */
export async function installPackage(folder: string): Promise<void> {
  ensurePackage();
  await cp('.output/package', join(folder, 'node_modules/telemetry-v3'), { recursive: true });
}

/**
 * Runs an exported test as a user would: with `playwright test` in a separate folder, on a given page.
 * The package must be installed in that folder or in a parent.
 */
export async function runExportedTest(folder: string, text: string, pageUrl: string): Promise<TestRun> {
  await mkdir(folder, { recursive: true });
  const config = {
    testDir: '.',
    outputDir: 'results',
    workers: 1,
    retries: 0,
    use: { launchOptions: { executablePath: requireChromium().path } },
  };
  await writeFile(join(folder, 'playwright.config.ts'), `export default ${JSON.stringify(config)};\n`);
  await writeFile(join(folder, 'scenario.spec.ts'), text);
  const cli = join(dirname(createRequire(import.meta.url).resolve('@playwright/test/package.json')), 'cli.js');
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(PW_|TEST_|PLAYWRIGHT_|NODE_OPTIONS)/.test(name)),
  );
  const child = spawn(process.execPath, [cli, 'test', '--reporter=line'], {
    cwd: folder,
    env: { ...env, PAGE_URL: pageUrl },
  });
  let output = '';
  const appendOutput = (chunk: Buffer) => {
    output += chunk.toString();
  };
  child.stdout.on('data', appendOutput);
  child.stderr.on('data', appendOutput);
  const exitCode = await new Promise<number | null>((resolve, reject) =>
    child.once('close', resolve).once('error', reject),
  );
  return { exitCode, output };
}
