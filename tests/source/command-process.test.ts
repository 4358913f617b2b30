import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';

const call = `${JSON.stringify({ method: 'interact', args: [{ type: 'TOUCH', id: 'next' }] })}\n`;
const wrongCall = `${JSON.stringify({ method: 'interact', args: [{ type: 'click', id: 'next' }] })}\n`;
const args = ['--import', 'tsx', 'lib/node/cli/telemetry-v3.ts', 'validate'];

describe('the process of the command line', () => {
  it('reads files as a shell passes them on', () => {
    const folder = mkdtempSync(join(tmpdir(), 'cli-'));
    writeFileSync(join(folder, 'one.ndjson'), call);
    writeFileSync(join(folder, 'two.json.gz'), gzipSync(wrongCall));
    const command = [...args, join(folder, '*.{ndjson,gz}')];
    const { stdout, stderr, status } = spawnSync(process.execPath, command, { encoding: 'utf8' });
    expect([stdout.trim().split('\n').length, stderr, status]).toEqual([2, '', 1]);
  });

  it('stops with a sentence when its output is closed', async () => {
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

  it('stops without a word on Ctrl+C', async () => {
    const child = spawn(process.execPath, args);
    const ended = once(child, 'exit');
    const stderr = text(child.stderr);
    child.stdin.write(call);
    await once(child.stdout, 'data');
    child.kill('SIGINT');
    expect((await ended)[0]).toBe(130);
    expect(await stderr).toBe('');
  });
});
