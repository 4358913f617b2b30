import { expect, test } from 'vitest';
import { findChromium } from '#tests/drivers/browser/find-chromium';
import type { Machine } from '#tests/drivers/browser/install-packages';

const PLAYWRIGHTS = '/cache/ms-playwright/chromium/chrome';
const DEBIANS = '/usr/lib/chromium/chromium';
const EDGE = '/opt/microsoft/msedge/msedge';

interface FakeMachine {
  /** What works at first. */
  readonly installed?: readonly string[];
  /** What a command brings; without a line it fails. */
  readonly brings?: Readonly<Record<string, readonly string[]>>;
  readonly machine?: Partial<Machine>;
}

function machineOf({ installed = [], brings = {}, machine = {} }: FakeMachine) {
  const working = new Set(installed);
  const ran: string[] = [];
  const fake: Machine = {
    platform: 'linux',
    env: {},
    isRoot: false,
    works: (path) => working.has(path),
    playwrightChromium: () => PLAYWRIGHTS,
    has: () => true,
    run: (command, args) => {
      const line = [command, ...args].join(' ');
      ran.push(line);
      for (const path of brings[line] ?? []) working.add(path);
      return line in brings;
    },
    ...machine,
  };
  return { fake, ran };
}

const INSTALL_PLAYWRIGHTS = 'npx --no-install playwright install chromium';
const APT_UPDATE = 'apt-get update -qq';
const APT_INSTALL = 'apt-get install -y -qq --no-install-recommends chromium';

test('CHROMIUM_PATH wins over everything that is installed', () => {
  const { fake, ran } = machineOf({
    installed: ['/my/chromium', DEBIANS, PLAYWRIGHTS],
    machine: { env: { CHROMIUM_PATH: '/my/chromium' } },
  });
  expect(findChromium(fake)).toEqual({ ok: true, value: { path: '/my/chromium', source: 'CHROMIUM_PATH' } });
  expect(ran).toEqual([]);
});

test('a CHROMIUM_PATH that does not start is a failure that names it, not a reason to take another', () => {
  const { fake } = machineOf({ installed: [DEBIANS], machine: { env: { CHROMIUM_PATH: '/gone' } } });
  expect(findChromium(fake)).toEqual({ ok: false, failure: expect.stringContaining('CHROMIUM_PATH names /gone') });
});

test("Debian's real binary is taken before the wrapper script and before Playwright's", () => {
  const { fake } = machineOf({ installed: [PLAYWRIGHTS, '/usr/bin/chromium', DEBIANS] });
  expect(findChromium(fake)).toMatchObject({ ok: true, value: { path: DEBIANS } });
});

test("Playwright's Chromium is taken where none is installed, before Edge", () => {
  const { fake, ran } = machineOf({ installed: [PLAYWRIGHTS, EDGE] });
  expect(findChromium(fake)).toMatchObject({ ok: true, value: { path: PLAYWRIGHTS } });
  expect(ran).toEqual([]);
});

test("without root, Playwright's is installed", () => {
  const { fake, ran } = machineOf({ brings: { [INSTALL_PLAYWRIGHTS]: [PLAYWRIGHTS] } });
  expect(findChromium(fake)).toMatchObject({ ok: true, value: { path: PLAYWRIGHTS } });
  expect(ran).toEqual([INSTALL_PLAYWRIGHTS]);
});

test('root on Debian gets the package, which brings its libraries, before a download', () => {
  const { fake, ran } = machineOf({
    brings: { [APT_UPDATE]: [], [APT_INSTALL]: [DEBIANS], [INSTALL_PLAYWRIGHTS]: [PLAYWRIGHTS] },
    machine: { isRoot: true },
  });
  expect(findChromium(fake)).toEqual({ ok: true, value: { path: DEBIANS, source: 'apt-get install chromium' } });
  expect(ran).toEqual([APT_UPDATE, APT_INSTALL]);
});

test("where the package cannot be installed, root gets Playwright's", () => {
  const { fake, ran } = machineOf({
    brings: { [INSTALL_PLAYWRIGHTS]: [PLAYWRIGHTS] },
    machine: { isRoot: true },
  });
  expect(findChromium(fake)).toMatchObject({ ok: true, value: { path: PLAYWRIGHTS } });
  expect(ran).toEqual([APT_UPDATE, INSTALL_PLAYWRIGHTS]);
});

test('a user other than root installs no packages, and gets instructions', () => {
  const { fake, ran } = machineOf({ brings: { [APT_INSTALL]: [DEBIANS] } });
  expect(findChromium(fake)).toEqual({ ok: false, failure: expect.stringContaining('apt-get install chromium') });
  expect(ran).toEqual([INSTALL_PLAYWRIGHTS]);
});

test('Edge is the last resort', () => {
  const { fake } = machineOf({ installed: [EDGE] });
  expect(findChromium(fake)).toMatchObject({ ok: true, value: { path: EDGE } });
});

test('branded Chrome is never taken: it ignores --load-extension', () => {
  const { fake } = machineOf({ installed: ['/usr/bin/google-chrome', '/opt/google/chrome/chrome'] });
  expect(findChromium(fake).ok).toBe(false);
});

test.each([
  { platform: 'darwin' as const, path: '/Applications/Chromium.app/Contents/MacOS/Chromium' },
  { platform: 'darwin' as const, path: '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge' },
])('on $platform $path is found', ({ platform, path }) => {
  const { fake } = machineOf({ installed: [path], machine: { platform } });
  expect(findChromium(fake)).toMatchObject({ ok: true, value: { path } });
});
