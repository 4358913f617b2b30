import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { itUnless } from '#tests/drivers/it-unless';

const serve = ['--import', 'tsx', 'lib/node/cli/telemetry-v3.ts', 'serve', '--no-config'];

function writeBatch(): string {
  const folder = mkdtempSync(join(tmpdir(), 'serve-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'batch.json');
  writeFileSync(file, JSON.stringify({ events: [wrongEvent] }));
  return file;
}

const wrongEvent = { eid: 'INTERACT', ets: 1_763_620_200_000, ver: '3.0', mid: 'm-1', edata: { type: 'TOUCH' } };

const hasCurl = spawnSync('curl', ['--version']).status === 0;
itUnless(
  hasCurl ? null : 'curl is not installed',
  'the serve process runs a command, and exits with its exit code',
  () => {
    const post = `curl --silent --fail --data @${writeBatch()} "$TELEMETRY_V3_URL/v1/telemetry"`;
    const wait = 'curl --silent --fail "$TELEMETRY_V3_API/api/wait?filter=kind:interact"';
    const run = (command: string) => spawnSync(process.execPath, [...serve, '--run', command], { encoding: 'utf8' });
    const result = run(`${post} && ${wait}`);
    expect([result.status, result.stdout]).toEqual([1, expect.stringContaining('"responseCode":"SUCCESS"')]);
    expect(result.stdout).toContain('"mid":"m-1"');
    expect(result.stderr).toMatch(/in 1 event of 1 request: 0 valid, 1 invalid/);
    expect(run(`${post} && exit 5`).status).toBe(5);
    expect(run('true')).toMatchObject({ status: 1, stderr: expect.stringContaining('No events received.') });
  },
);

it.each(['SIGINT', 'SIGTERM'] as const)('the serve process exits with its totals on %s', async (signal) => {
  const child = spawn(process.execPath, [...serve, '--port', '0', '--ui-port', '0', '--format', 'json']);
  const ended = once(child, 'exit');
  const stderr = text(child.stderr);
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const { collector } = JSON.parse((await lines.next()).value ?? '');
  await fetch(collector, { method: 'POST', body: JSON.stringify(wrongEvent) });
  expect(JSON.parse((await lines.next()).value ?? '')).toMatchObject({ mid: 'm-1', verdict: 'invalid' });
  child.kill(signal);
  expect(await ended).toEqual([1, null]);
  expect(await stderr).toMatch(/in 1 event of 1 request/);
});

itUnless(
  process.platform === 'win32' ? 'Windows has no signals' : null,
  'the serve process terminates the command of --run and its children when it exits',
  async () => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      const command = 'sleep 1000 & echo started; wait';
      const child = spawn(process.execPath, [...serve, '--run', command, '--format', 'none']);
      const ended = once(child, 'exit');
      const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
      expect((await lines.next()).value).toBe('started');
      // The output closes when all processes that inherited it have ended.
      const closed = once(child.stdout, 'close');
      child.stdout.resume();
      child.kill(signal);
      await Promise.all([ended, closed]);
    }
  },
  60_000,
);

itUnless(
  process.platform === 'win32' ? 'Windows has no signals' : null,
  'the serve process exits with 128 plus the signal number on a second signal, while the command of --run still ends',
  async () => {
    for (const [signal, exitCode] of [
      ['SIGINT', 130],
      ['SIGTERM', 143],
    ] as const) {
      const command = "trap 'echo stopping' TERM; echo started; for second in 1 2 3 4 5 6 7 8 9; do sleep 1; done";
      const child = spawn(process.execPath, [...serve, '--run', command, '--format', 'none']);
      const ended = once(child, 'exit');
      const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
      expect((await lines.next()).value).toBe('started');
      child.kill(signal);
      expect((await lines.next()).value).toBe('stopping');
      child.kill(signal);
      expect(await ended).toEqual([exitCode, null]);
      child.stdout.destroy();
    }
  },
  60_000,
);

it('the serve process exits with its totals while a request body is incomplete', async () => {
  const child = spawn(process.execPath, [...serve, '--port', '0', '--ui-port', '0', '--format', 'json']);
  const ended = once(child, 'exit');
  const stderr = text(child.stderr);
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const { collector } = JSON.parse((await lines.next()).value ?? '');
  const socket = connect(Number(new URL(collector).port), '127.0.0.1');
  socket.on('error', () => {});
  socket.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n{');
  await once(socket, 'connect');
  await fetch(collector, { method: 'POST', body: JSON.stringify(wrongEvent) });
  child.kill('SIGTERM');
  expect(await ended).toEqual([1, null]);
  expect(await stderr).toMatch(/in 1 event of 1 request/);
}, 60_000);

const CONNECTIONS = 10_000;
/** Files that a process may have open; connections are files. Other systems than Unix have no such limit. */
const { userLimits } = process.report.getReport() as {
  readonly userLimits?: { readonly open_files?: { readonly soft: number | 'unlimited' } };
};
const openFiles = userLimits?.open_files?.soft ?? 'unlimited';
const hasRoom = openFiles === 'unlimited' || openFiles > CONNECTIONS + 500;

itUnless(
  hasRoom ? null : `it needs more open files than ${openFiles} (ulimit -n)`,
  'the serve process accepts events despite 10,000 connections that send nothing',
  async () => {
    const child = spawn(process.execPath, [...serve, '--port', '0', '--ui-port', '0', '--format', 'json']);
    const ended = once(child, 'exit');
    const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
    const { collector } = JSON.parse((await lines.next()).value ?? '');
    const port = Number(new URL(collector).port);
    const sockets: Socket[] = [];
    const open = async (): Promise<void> => {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => {});
      sockets.push(socket);
      await once(socket, 'connect');
    };
    while (sockets.length < CONNECTIONS) await Promise.all(Array.from({ length: 200 }, open));
    const response = await fetch(collector, { method: 'POST', body: JSON.stringify(wrongEvent) });
    expect(response.status).toBe(200);
    expect(JSON.parse((await lines.next()).value ?? '')).toMatchObject({ mid: 'm-1' });
    for (const socket of sockets) socket.destroy();
    child.kill('SIGTERM');
    expect(await ended).toEqual([1, null]);
  },
  300_000,
);
