import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, expect } from 'vitest';
import { openDisplay } from '#tests/drivers/browser/display';
import { explainMissingWebKit, findMiniBrowser } from '#tests/drivers/browser/webkit';
import { itUnless } from '#tests/drivers/it-unless';

const SELENIUM = 'selenium==4.51.0';

const parent = mkdtempSync(join(tmpdir(), 'telemetry-v3-selenium-'));
afterAll(() => rmSync(parent, { recursive: true }));

/**
 * Creates a virtual environment with Selenium.
 * Returns its Python, and the reason if the environment cannot be used.
 */
function findPython(): { readonly python: string; readonly missing: string | null } {
  const folder = join(parent, 'venv');
  const python = join(folder, 'bin/python');
  const created = spawnSync('python3', ['-m', 'venv', folder]);
  if (created.status !== 0 || !existsSync(python)) return { python, missing: 'python3 has no venv here' };
  const installed = spawnSync(python, ['-m', 'pip', 'install', '--quiet', SELENIUM]);
  return { python, missing: installed.status === 0 ? null : `${SELENIUM} cannot be downloaded here` };
}

const missingBrowser = explainMissingWebKit();
const { python, missing } = missingBrowser === null ? findPython() : { python: '', missing: missingBrowser };

itUnless(missing, 'the example for Selenium with Python passes in WebKit with serve --run', async () => {
  const display = await openDisplay();
  const command = `cd ${resolve('examples/test-frameworks')} && ${python} -m unittest test_selenium`;
  const serve = ['lib/node/cli/telemetry-v3.ts', 'serve', '--no-config', '--run', command];
  const child = spawn(process.execPath, ['--import', 'tsx', ...serve], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      ...process.env,
      DISPLAY: display.name,
      LIBGL_ALWAYS_SOFTWARE: '1',
      MINI_BROWSER: findMiniBrowser() ?? '',
      PYTHONDONTWRITEBYTECODE: '1',
    },
  });
  const [errors, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  display.close();
  expect([code, errors]).toEqual([0, expect.stringContaining('1 valid, 0 invalid')]);
});
