import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, openSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { watch } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { expect, it, onTestFinished } from 'vitest';
import { itUnless } from '#tests/drivers/it-unless';

const call = `${JSON.stringify({ method: 'interact', args: [{ type: 'TOUCH', id: 'next' }] })}\n`;
const wrongCall = `${JSON.stringify({ method: 'interact', args: [{ type: 'click', id: 'next' }] })}\n`;
/** Creates a folder that is removed after the test. */
function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'cli-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

const args = ['--import', 'tsx', 'lib/node/cli/telemetry-v3.ts', 'validate'];

it('the command line process reads files by a glob pattern, compressed ones too', () => {
  const folder = createFolder();
  writeFileSync(join(folder, 'one.ndjson'), call);
  writeFileSync(join(folder, 'two.json.gz'), gzipSync(wrongCall));
  const command = [...args, join(folder, '*.{ndjson,gz}')];
  const { stdout, stderr, status } = spawnSync(process.execPath, command, { encoding: 'utf8' });
  expect([stdout.trim().split('\n').length, status]).toEqual([2, 1]);
  expect(stderr).toBe('1 error, 0 warnings, 0 notices in 2 items of 2 files: 1 valid, 1 invalid, 0 unknown.\n');
});

it('a file of a folder or glob pattern is read once, even if links lead to it', () => {
  const folder = createFolder();
  writeFileSync(join(folder, 'run-7.ndjson'), wrongCall);
  symlinkSync('run-7.ndjson', join(folder, 'latest.ndjson'));
  symlinkSync('.', join(folder, 'loop'));
  for (const path of [folder, join(folder, '**/*.ndjson')]) {
    const command = [...args, path, '--format', 'unix'];
    const { stdout, stderr } = spawnSync(process.execPath, command, { encoding: 'utf8' });
    expect(stdout).toContain('run-7.ndjson:1:1: error: ');
    expect(stderr).toBe('1 error, 0 warnings, 0 notices in 1 item of 1 file: 0 valid, 1 invalid, 0 unknown.\n');
  }
});

it('the command line process reads the event files of a folder, but not its configuration', () => {
  const folder = createFolder();
  mkdirSync(join(folder, 'more'));
  writeFileSync(join(folder, 'more', 'one.JSONL'), call);
  writeFileSync(join(folder, 'two.json.gz'), gzipSync(call));
  for (const name of ['telemetry-v3.config.json', 'notes.md']) writeFileSync(join(folder, name), '{}');
  const { stdout, status } = spawnSync(process.execPath, [...args, folder], { encoding: 'utf8' });
  expect([stdout.trim().split('\n').length, status]).toEqual([2, 0]);
});

it('the command line process stops with a message when its output is closed', async () => {
  const child = spawn(process.execPath, args);
  const ended = once(child, 'exit');
  const stderr = text(child.stderr);
  child.stdin.on('error', () => {});
  const write = () => child.stdin.write(wrongCall.repeat(1_000));
  child.stdin.on('drain', write);
  write();
  await once(child.stdout, 'data');
  child.stdout.destroy();
  expect((await ended)[0]).toBe(2);
  expect(await stderr).toBe("Couldn't write standard output: its reader closed it.\n");
});

const notLinux = process.platform === 'linux' ? null : 'only Linux has /dev/full';
const commandsWithOutput: readonly [command: string, more: readonly string[]][] = [
  ['--version', []],
  ['--help', []],
  ['convert', ['-', '-', '--to', 'ndjson']],
  ['validate', []],
];

for (const [command, more] of commandsWithOutput) {
  itUnless(notLinux, `${command} with output to a full disk fails with a message`, () => {
    const [, , script = ''] = args;
    const full = openSync('/dev/full', 'w');
    const { stderr, status } = spawnSync(process.execPath, ['--import', 'tsx', script, command, ...more], {
      input: call,
      stdio: ['pipe', full, 'pipe'],
      encoding: 'utf8',
    });
    expect([stderr, status]).toEqual(["Couldn't write standard output: no space left on the device.\n", 2]);
  });
}

itUnless(notLinux, 'the command line process fails if its error messages cannot be written', () => {
  const full = openSync('/dev/full', 'w');
  const { status } = spawnSync(process.execPath, [...args, '--version=1'], { stdio: ['ignore', 'pipe', full] });
  expect(status).toBe(2);
});

it('a worker thread that exits unexpectedly ends the run with an error', () => {
  const folder = createFolder();
  const file = join(folder, 'large.ndjson');
  const longLine = `${JSON.stringify({ method: 'interact', args: [{ type: 'click', id: 'x'.repeat(20_000) }] })}\n`;
  writeFileSync(file, longLine.repeat(Math.ceil((100 * 1024 * 1024) / longLine.length)));
  // Module-loader threads have no `workerData`.
  const exitScript = join(folder, 'exit-script.mjs');
  writeFileSync(
    exitScript,
    "import { workerData } from 'node:worker_threads';\nif (workerData?.rules) setImmediate(() => process.exit(3));\n",
  );
  const { stderr, status } = spawnSync(
    process.execPath,
    ['--import', exitScript, ...args, file, '--jobs', '2', '--quiet'],
    { encoding: 'utf8', stdio: ['ignore', 'ignore', 'pipe'] },
  );
  expect(stderr).toContain('a worker thread ended with code 3. Use --jobs 1.');
  expect(status).toBe(2);
});

it('the command line process stops without a message on Ctrl+C', async () => {
  const child = spawn(process.execPath, args);
  const ended = once(child, 'exit');
  const stderr = text(child.stderr);
  child.stdin.write(call);
  await once(child.stdout, 'data');
  child.kill('SIGINT');
  expect((await ended)[0]).toBe(130);
  expect(await stderr).toBe('');
});

itUnless(
  process.platform === 'win32' ? 'Windows has no signals' : null,
  'the command line process removes its unfinished output when Ctrl+C or SIGTERM ends it',
  async () => {
    for (const [signal, exitCode] of [
      ['SIGINT', 130],
      ['SIGTERM', 143],
    ] as const) {
      const folder = createFolder();
      const changes = watch(folder)[Symbol.asyncIterator]();
      const created = changes.next();
      const command = [...args.slice(0, -1), 'convert', '-', join(folder, 'out.csv')];
      const child = spawn(process.execPath, command);
      const ended = once(child, 'exit');
      onTestFinished(() => void child.kill('SIGKILL'));
      child.stdin.write(call);
      await created;
      expect(readdirSync(folder)).toHaveLength(1);
      child.kill(signal);
      expect(await ended).toEqual([exitCode, null]);
      await changes.return?.();
      expect(readdirSync(folder)).toEqual([]);
    }
  },
);
