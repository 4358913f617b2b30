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

const isUnix = process.platform !== 'win32';
let folder = '';
const at = (name: string) => join(folder, name);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'write-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('a new file is written without leaving a temporary file', async () => {
  await writeFileSafely(at('a.json'), ['a', 'b']);
  expect(readFileSync(at('a.json'), 'utf8')).toBe('ab');
  expect(readdirSync(folder)).toEqual(['a.json']);
});

it('a file has its previous content if writing fails halfway', async () => {
  writeFileSync(at('a.json'), 'before');
  function* texts() {
    yield 'x'.repeat(1_000_000);
    throw new Error('half-way');
  }
  await expect(writeFileSafely(at('a.json'), texts())).rejects.toThrow('half-way');
  expect(readFileSync(at('a.json'), 'utf8')).toBe('before');
  expect(readdirSync(folder)).toEqual(['a.json']);
});

describe.runIf(isUnix)('on systems with devices and links', () => {
  it('the permissions of a file are preserved', async () => {
    writeFileSync(at('a.json'), 'before');
    chmodSync(at('a.json'), 0o640);
    await writeFileSafely(at('a.json'), ['after']);
    expect(statSync(at('a.json')).mode & 0o777).toBe(0o640);
  });

  it('a file is written through symbolic and hard links, which are preserved', async () => {
    writeFileSync(at('target'), 'before');
    symlinkSync(at('target'), at('link'));
    symlinkSync(at('later'), at('dangling'));
    linkSync(at('target'), at('other'));
    await writeFileSafely(at('link'), ['after']);
    await writeFileSafely(at('dangling'), ['new']);
    expect(lstatSync(at('link')).isSymbolicLink()).toBe(true);
    expect([readFileSync(at('target'), 'utf8'), readFileSync(at('later'), 'utf8')]).toEqual(['after', 'new']);
    await writeFileSafely(at('target'), ['again']);
    expect(readFileSync(at('other'), 'utf8')).toBe('again');
  });

  it('a named pipe can be written', async () => {
    execFileSync('mkfifo', [at('pipe')]);
    const read = readFile(at('pipe'), 'utf8');
    await writeFileSafely(at('pipe'), ['a', 'b']);
    expect(await read).toBe('ab');
    expect(lstatSync(at('pipe')).isFIFO()).toBe(true);
  });

  it.runIf(process.platform === 'linux')('writing fails on a full device', async () => {
    await expect(writeFileSafely('/dev/full', ['a'])).rejects.toMatchObject({ code: 'ENOSPC' });
    expect(statSync('/dev/full').isCharacterDevice()).toBe(true);
  });
});

it.each([
  ['a file in a folder that is not there', () => at('no/a.html'), /^there is no folder .*no$/],
  ['a folder', () => at('sub'), /^it is a directory$/],
  ['a file below a file', () => at('file/a.html'), /^a part of its path is not a directory$/],
])('an unwritable path is detected before writing: %s', async (_, name, problem) => {
  mkdirSync(at('sub'));
  writeFileSync(at('file'), '');
  expect(await findWriteProblem(name())).toMatch(problem);
});

it('a new file and an existing file are writable', async () => {
  writeFileSync(at('file'), 'before');
  expect([await findWriteProblem(at('file')), await findWriteProblem(at('new'))]).toEqual([null, null]);
  expect([readFileSync(at('file'), 'utf8'), readdirSync(folder)]).toEqual(['before', ['file']]);
});

it.runIf(isUnix)(
  'all links to a file have the identity of the file, unlike folders, devices and other files',
  async () => {
    writeFileSync(at('file'), '');
    writeFileSync(at('other'), '');
    linkSync(at('file'), at('hard'));
    symlinkSync('file', at('soft'));
    const identity = await identifyFile(at('file'));
    expect(identity).not.toBeNull();
    expect(await Promise.all([at('hard'), at('soft')].map(identifyFile))).toEqual([identity, identity]);
    expect(await identifyFile(at('other'))).not.toBe(identity);
    expect(await Promise.all([folder, at('new'), '/dev/null'].map(identifyFile))).toEqual([null, null, null]);
  },
);
