import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LaunchedBrowser, LaunchOptions } from '#tests/drivers/browser/launch';
import { resetBrowser } from '#tests/drivers/browser/reset-browser';
import { WAIT_TIMEOUT_MS } from '#tests/drivers/time-limits';
import { launch, test, testedExtensionFolder } from './fixtures';

/** A browser with another build of the extension. */
interface ChangedBuild {
  readonly browser: LaunchedBrowser;
  /** Closes the browser, and removes the build. */
  readonly end: () => Promise<void>;
}

/**
 * Starts a browser for the calling file, with a copy of the built extension that `change` edits. Resets the browser
 * between tests. Call once, while the file loads. Returns a function that tests call to get the browser.
 */
export function launchChangedBuild(change: (folder: string) => Promise<void>): () => LaunchedBrowser {
  let build: ChangedBuild | null = null;
  const getBrowser = (): LaunchedBrowser => {
    if (build === null) throw new Error('The browser was requested before the tests of its file.');
    return build.browser;
  };
  test.beforeAll(async ({ headless }) => {
    build = await startChangedBuild(headless ?? true, change);
  });
  test.beforeEach(() => resetBrowser(getBrowser()));
  test.afterAll(() => build?.end());
  return getBrowser;
}

/**
 * Starts a browser in which names under `.test` resolve to this machine. The extension has access to these hosts,
 * because no user can allow it.
 */
export async function launchWithHosts(...hosts: readonly string[]): Promise<ChangedBuild> {
  const allowHosts = async (folder: string): Promise<void> => {
    const file = join(folder, 'manifest.json');
    const manifest = JSON.parse(await readFile(file, 'utf8'));
    manifest.host_permissions.push(...hosts.map((host) => `http://${host}/*`));
    await writeFile(file, JSON.stringify(manifest));
  };
  const build = await startChangedBuild(true, allowHosts, ['--host-resolver-rules=MAP *.test 127.0.0.1']);
  build.browser.context.setDefaultTimeout(WAIT_TIMEOUT_MS);
  return build;
}

async function startChangedBuild(
  headless: boolean,
  change: (folder: string) => Promise<void>,
  extraArguments: LaunchOptions['extraArguments'] = [],
): Promise<ChangedBuild> {
  const folder = await mkdtemp(join(tmpdir(), 'telemetry-v3-changed-'));
  await cp(testedExtensionFolder, folder, { recursive: true });
  await change(folder);
  const browser = await launch(headless, { extensionFolder: folder, extraArguments });
  const end = async (): Promise<void> => {
    await browser.close();
    await rm(folder, { recursive: true, force: true });
  };
  return { browser, end };
}
