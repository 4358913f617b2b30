import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import type { CliDeps } from '#node/cli/cli-deps';
import { runCommand } from '#node/cli/run-command';
import { HOMEPAGE } from '#node/this-package';
import { idleDeps } from './run-cli';

const folder = mkdtempSync(join(tmpdir(), 'telemetry-v3-show-'));
writeFileSync(join(folder, 'index.html'), '<!doctype html>');
afterAll(() => rmSync(folder, { recursive: true }));

/** Starts `show` on files that contain the first characters of their paths. */
async function startShow(args: readonly string[], deps: Partial<CliDeps> = {}) {
  const interrupt = new AbortController();
  const openedUrls: string[] = [];
  const stderr = new PassThrough();
  const line = new Promise<string>((resolve) => stderr.once('data', (chunk) => resolve(String(chunk))));
  const code = runCommand(['show', ...args], {
    ...idleDeps,
    exists: (file) => file !== 'missing.json',
    async *open(file) {
      for (const part of ['one ', 'two ', file.slice(0, 4).padEnd(4)]) yield Buffer.from(part);
    },
    pageFolder: folder,
    stdout: new PassThrough(),
    stderr,
    openInBrowser: (url) => openedUrls.push(url),
    catchInterrupts: () => interrupt.signal,
    ...deps,
  });
  onTestFinished(async () => {
    interrupt.abort();
    await code;
  });
  const text = await line;
  const url = /http:\S+/.exec(text)?.[0] ?? '';
  const end = () => {
    interrupt.abort();
    return code;
  };
  return { text, url, openedUrls, code, end };
}

it('show serves the page and each file by its index, and stops on an interrupt', async () => {
  const { url, openedUrls, end } = await startShow(['a/first.json', 'second.har']);
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/);
  expect(await (await fetch(url)).text()).toBe('<!doctype html>');
  expect(await (await fetch(`${url}api/health`)).json()).toMatchObject({
    homepage: HOMEPAGE,
    files: ['first.json', 'second.har'],
  });
  expect(await (await fetch(`${url}api/files/1`)).text()).toBe('one two seco');
  for (const path of ['api/files/2', 'api/files/x', 'api/files/', 'first.json'])
    expect((await fetch(`${url}${path}`)).status).toBe(404);
  expect(openedUrls).toEqual([]);
  expect(await end()).toBe(0);
});

it('show rejects requests of other origins and with other methods', async () => {
  const { url } = await startShow(['first.json']);
  const origin = { origin: 'https://elsewhere.example' };
  expect((await fetch(`${url}api/files/0`, { headers: origin })).status).toBe(403);
  expect((await fetch(`${url}api/files/0`, { method: 'POST' })).status).toBe(405);
});

it('show opens a browser if it has a terminal and a screen, unless an option overrides this', async () => {
  const screenDeps = { isErrorTerminal: true, hasScreen: true };
  const isOpened = async (args: readonly string[], deps: Partial<CliDeps> = {}) => {
    const { url, openedUrls, end } = await startShow(args, deps);
    await end();
    return openedUrls.includes(url);
  };
  expect(await isOpened(['first.json'], screenDeps)).toBe(true);
  expect(await isOpened(['first.json', '--no-open'], screenDeps)).toBe(false);
  expect(await isOpened(['first.json', '--open'])).toBe(true);
  expect(await isOpened(['first.json'], { ...screenDeps, hasScreen: false })).toBe(false);
});

it.each([
  [[], 'show needs a FILE.'],
  [['missing.json'], "Couldn't read missing.json: no such file."],
  [['-'], "show can't read standard input"],
  [['a.json', '--open', '--no-open'], "--open and --no-open can't be used together."],
  [['a.json', '--port', '70000'], 'port'],
])('show rejects %j with an error message', async (args, sentence) => {
  const { text, code } = await startShow(args);
  expect(text).toContain(sentence);
  expect(await code).toBe(2);
});
