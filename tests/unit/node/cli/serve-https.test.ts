import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { itUnless } from '#tests/drivers/it-unless';
import { batchOf, touch } from '../../core/collector/received-batch';
import { runOn } from './run-cli';
import { startServe } from './run-serve';

const folder = mkdtempSync(join(tmpdir(), 'serve-https-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1'];
const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
const certificateRun = spawnSync('openssl', ['req', '-x509', ...curve, ...subject, '-keyout', key, '-out', cert]);
const reason = certificateRun.status === 0 ? null : 'OpenSSL can’t create a certificate on this machine';
const readText = (file: string) => readFile(file, 'utf8');

itUnless(reason, 'serve with a certificate accepts events over HTTPS', async () => {
  const { collector, api, getJson } = await startServe(['--cert', cert, '--key', key], { readText });
  expect([collector, api]).toEqual([expect.stringMatching(/^https:/), expect.stringMatching(/^http:/)]);
  const status = await new Promise((resolve, reject) => {
    const post = request(collector, { method: 'POST', ca: readFileSync(cert) }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    post.on('error', reject).end(JSON.stringify(batchOf(touch('a'))));
  });
  expect(status).toBe(200);
  expect(await getJson('/api/counts')).toMatchObject({ events: 1 });
});

it('serve reports why it cannot use a certificate', async () => {
  const damaged = join(folder, 'damaged.pem');
  writeFileSync(damaged, 'no certificate');
  const readError = async (...args: readonly string[]) => {
    const { code, err } = await runOn('', ['serve', '--port', '0', ...args], { deps: { readText } });
    expect(code).toBe(2);
    return err;
  };
  expect(await readError('--cert', damaged)).toMatch(/--cert FILE and --key FILE must be used together/);
  expect(await readError('--cert', damaged, '--key', join(folder, 'missing.pem'))).toMatch(
    /missing\.pem: no such file/,
  );
  expect(await readError('--cert', damaged, '--key', damaged)).toMatch(/not a PEM certificate and its key/);
});
