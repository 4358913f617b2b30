import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findWriteProblem, identifyFile, writeFileSafely } from '#node/cli/report-deps';
import { itUnless } from '#tests/drivers/it-unless';

const notUnix = process.platform === 'win32' ? 'Windows has no such devices and links' : null;
const notLinux = process.platform === 'linux' ? null : 'only Linux has /dev/full';
let folder = '';
const pathOf = (name: string) => join(folder, name);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'write-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('a new file is written without leaving a temporary file', async () => {
  await writeFileSafely(pathOf('a.json'), ['a', 'b']);
  expect(readFileSync(pathOf('a.json'), 'utf8')).toBe('ab');
  expect(readdirSync(folder)).toEqual(['a.json']);
});

it('a file has its previous content if writing fails halfway', async () => {
  writeFileSync(pathOf('a.json'), 'before');
  function* texts() {
    yield 'x'.repeat(1_000_000);
    throw new Error('half-way');
  }
  await expect(writeFileSafely(pathOf('a.json'), texts())).rejects.toThrow('half-way');
  expect(readFileSync(pathOf('a.json'), 'utf8')).toBe('before');
  expect(readdirSync(folder)).toEqual(['a.json']);
});

describe('on systems with devices and links', () => {
  itUnless(notUnix, 'the permissions of a file are preserved', async () => {
    writeFileSync(pathOf('a.json'), 'before');
    chmodSync(pathOf('a.json'), 0o640);
    await writeFileSafely(pathOf('a.json'), ['after']);
    expect(statSync(pathOf('a.json')).mode & 0o777).toBe(0o640);
  });

  itUnless(notUnix, 'a file is written through symbolic and hard links, which are preserved', async () => {
    writeFileSync(pathOf('target'), 'before');
    symlinkSync(pathOf('target'), pathOf('link'));
    symlinkSync(pathOf('later'), pathOf('dangling'));
    linkSync(pathOf('target'), pathOf('other'));
    await writeFileSafely(pathOf('link'), ['after']);
    await writeFileSafely(pathOf('dangling'), ['new']);
    expect(lstatSync(pathOf('link')).isSymbolicLink()).toBe(true);
    expect([readFileSync(pathOf('target'), 'utf8'), readFileSync(pathOf('later'), 'utf8')]).toEqual(['after', 'new']);
    await writeFileSafely(pathOf('target'), ['again']);
    expect(readFileSync(pathOf('other'), 'utf8')).toBe('again');
  });

  itUnless(notUnix, 'a named pipe can be written', async () => {
    execFileSync('mkfifo', [pathOf('pipe')]);
    const read = readFile(pathOf('pipe'), 'utf8');
    await writeFileSafely(pathOf('pipe'), ['a', 'b']);
    expect(await read).toBe('ab');
    expect(lstatSync(pathOf('pipe')).isFIFO()).toBe(true);
  });

  itUnless(notLinux, 'writing fails on a full device', async () => {
    await expect(writeFileSafely('/dev/full', ['a'])).rejects.toMatchObject({ code: 'ENOSPC' });
    expect(statSync('/dev/full').isCharacterDevice()).toBe(true);
  });
});

it.each([
  ['a file in a folder that is not there', () => pathOf('no/a.html'), /^there is no folder .*no$/],
  ['a folder', () => pathOf('sub'), /^it is a directory$/],
  ['a file below a file', () => pathOf('file/a.html'), /^a part of its path is not a directory$/],
])('an unwritable path is detected before writing: %s', async (_, name, problem) => {
  mkdirSync(pathOf('sub'));
  writeFileSync(pathOf('file'), '');
  expect(await findWriteProblem(name())).toMatch(problem);
});

it('a new file and an existing file are writable', async () => {
  writeFileSync(pathOf('file'), 'before');
  expect([await findWriteProblem(pathOf('file')), await findWriteProblem(pathOf('new'))]).toEqual([null, null]);
  expect([readFileSync(pathOf('file'), 'utf8'), readdirSync(folder)]).toEqual(['before', ['file']]);
});

itUnless(
  notUnix,
  'all links to a file have the identity of the file, unlike folders, devices and other files',
  async () => {
    writeFileSync(pathOf('file'), '');
    writeFileSync(pathOf('other'), '');
    linkSync(pathOf('file'), pathOf('hard'));
    symlinkSync('file', pathOf('soft'));
    const identity = await identifyFile(pathOf('file'));
    expect(identity).not.toBeNull();
    expect(await Promise.all([pathOf('hard'), pathOf('soft')].map(identifyFile))).toEqual([identity, identity]);
    expect(await identifyFile(pathOf('other'))).not.toBe(identity);
    expect(await Promise.all([folder, pathOf('new'), '/dev/null'].map(identifyFile))).toEqual([null, null, null]);
  },
);
