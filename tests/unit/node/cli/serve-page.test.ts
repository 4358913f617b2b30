import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { packFiles } from '#node/collector/page-files';
import { batchOf, touch } from '../../core/collector/received-batch';
import { sendRequest, startServe } from './run-serve';

const folder = mkdtempSync(join(tmpdir(), 'telemetry-v3-page-'));
const pageFolder = join(folder, 'page');

beforeAll(() => {
  mkdirSync(join(pageFolder, 'assets'), { recursive: true });
  writeFileSync(join(pageFolder, 'index.html'), '<!doctype html>');
  writeFileSync(join(pageFolder, 'assets/index-abcdefgh.js'), 'start();');
  writeFileSync(join(folder, 'secret.txt'), 'secret');
});
afterAll(() => rmSync(folder, { recursive: true }));

const startPage = () => startServe([], { pageFolder });

const requestPath = (url: string, path: string, headers: Record<string, string> = {}) =>
  sendRequest(url, { path, headers });

it('serve serves the page with a policy that restricts scripts and requests to its own origin', async () => {
  const { api } = await startPage();
  const response = await fetch(`${api}/`);
  expect(await response.text()).toBe('<!doctype html>');
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self';");
  expect(response.headers.get('cache-control')).toBe('no-cache');
  const etag = response.headers.get('etag') ?? '';
  expect((await requestPath(api, '/', { 'if-none-match': etag })).status).toBe(304);
  const script = await fetch(`${api}/assets/index-abcdefgh.js`);
  expect(script.headers.get('content-type')).toContain('text/javascript');
  expect(script.headers.get('cache-control')).toContain('immutable');
});

it('serve returns the whole event of a row to the page', async () => {
  const { api, post } = await startPage();
  await post(batchOf(touch('a'), touch('b')));
  const response = await fetch(`${api}/api/record?row=2`);
  expect(await response.json()).toMatchObject({ record: { row: 2, event: { json: { mid: 'INTERACT:b' } } } });
  for (const row of ['3', 'x', '']) expect((await fetch(`${api}/api/record?row=${row}`)).status).toBe(404);
});

it('serve serves the same files from a packed file', async () => {
  const packedFile = join(folder, 'page.json.br');
  writeFileSync(packedFile, await packFiles(pageFolder));
  const { api } = await startServe([], { pageFolder: packedFile });
  expect(await (await fetch(`${api}/`)).text()).toBe('<!doctype html>');
  const script = await fetch(`${api}/assets/index-abcdefgh.js`);
  expect(script.headers.get('content-type')).toContain('text/javascript');
  expect(script.headers.get('cache-control')).toContain('immutable');
  expect(await script.text()).toBe('start();');
  expect((await fetch(`${api}/assets/other.js`)).status).toBe(404);
});

it('packing the page fails if one of its files is not text', async () => {
  const broken = join(folder, 'broken');
  mkdirSync(broken);
  writeFileSync(join(broken, 'icon.png'), Buffer.from([0x89, 0x50, 0xff]));
  await expect(packFiles(broken)).rejects.toThrow('not valid');
});

it.each(['/../secret.txt', '/assets/../../secret.txt', '/%2e%2e/secret.txt', '/..%2fsecret.txt', '/..\\secret.txt'])(
  'a path cannot leave the folder of the page: %s',
  async (path) => {
    const { api } = await startPage();
    expect(await requestPath(api, path)).toMatchObject({ status: 404 });
  },
);

it('another site can link to the page, but cannot embed it or read its data', async () => {
  const { api } = await startPage();
  const site = { 'sec-fetch-site': 'cross-site' };
  expect(
    (await requestPath(api, '/', { ...site, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' })).status,
  ).toBe(200);
  expect(
    (await requestPath(api, '/', { ...site, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' })).status,
  ).toBe(403);
  expect((await requestPath(api, '/api/changes', { ...site, 'sec-fetch-mode': 'navigate' })).status).toBe(403);
  expect((await requestPath(api, '/api/stream', { ...site, 'sec-fetch-mode': 'cors' })).status).toBe(403);
  expect((await requestPath(api, '/', { host: 'rebound.example.org' })).status).toBe(403);
});

it('serve responds with 404 if the page is not built', async () => {
  const { api } = await startServe();
  expect((await fetch(`${api}/`)).status).toBe(404);
});

/** Reads a stream until its text is complete. */
async function readUntil(body: Response['body'], isComplete: (text: string) => boolean): Promise<string> {
  const reader = body?.getReader();
  const decoder = new TextDecoder();
  let text = '';
  while (reader !== undefined && !isComplete(text))
    text += decoder.decode((await reader.read()).value, { stream: true });
  await reader?.cancel();
  return text;
}

const findLastPosition = (text: string): string => [...text.matchAll(/^data: (.*)$/gm)].at(-1)?.[1] ?? '';

it('the stream sends a position after each change, from which the changes can be read', async () => {
  const { api, post } = await startPage();
  await post(batchOf(touch('a')));
  const changes = async (position = '') => (await fetch(`${api}/api/changes?position=${position}`)).json();
  const first = await (await fetch(`${api}/api/changes`)).json();
  expect(first).toMatchObject({ isReset: false, behind: 0, records: [{ row: 1, sender: { address: '127.0.0.1' } }] });
  const stream = await fetch(`${api}/api/stream`);
  expect(stream.headers.get('content-type')).toBe('text/event-stream');
  await post(batchOf(touch('b')));
  const text = await readUntil(stream.body, (streamed) => ![first.position, ''].includes(findLastPosition(streamed)));
  expect(await changes(first.position)).toMatchObject({ position: findLastPosition(text), records: [{ row: 2 }] });
  expect(await changes(findLastPosition(text))).toMatchObject({ records: [] });
});
