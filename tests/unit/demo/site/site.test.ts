import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pagePaths } from '#demo/site/pages/pages';
import type { Site } from '#demo/site/site';
import { startSite } from '#demo/site/site';

let site: Site;
beforeAll(async () => {
  site = await startSite({ collectorUrl: 'http://127.0.0.1:9' });
});
afterAll(() => site.stop());

describe.each(pagePaths)('the page at %s', (path) => {
  test('gets 200 as HTML', async () => {
    const response = await fetch(site.url + path);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
  });

  test('asks for nothing that another machine would have to give, and all that it asks for is there', async () => {
    const html = await (await fetch(site.url + path)).text();
    const references = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, reference = '']) => reference);
    expect(references.length).toBeGreaterThan(3);
    for (const reference of references) {
      expect(reference).toMatch(/^\/(?!\/)/);
      expect(await statusOf(reference), reference).toBe(200);
    }
  });
});

test('a lesson configures its SDK with the collector that the site was started with', async () => {
  const html = await (await fetch(`${site.url}/sdk-2.0.1/`)).text();
  expect(html).toContain('"host":"http://127.0.0.1:9"');
});

test("a page's script and everything that it imports is served as JavaScript", async () => {
  const served = new Set<string>();
  const follow = async (address: string): Promise<void> => {
    if (served.has(address)) return;
    served.add(address);
    const response = await fetch(address);
    expect(response.headers.get('content-type'), address).toBe('text/javascript; charset=utf-8');
    const script = await response.text();
    const imports = [...script.matchAll(/from ['"](.+?)['"]/g)].map(([, path = '']) => new URL(path, address).href);
    await Promise.all(imports.map(follow));
  };
  await follow(`${site.url}/modules/scripts/page`);
  expect(served.size).toBe(8);
});

test('the browser keeps scripts and styles, and asks for each page again', async () => {
  const cachingOf = async (path: string) => (await fetch(site.url + path)).headers.get('cache-control');
  expect(await cachingOf('/modules/scripts/page')).toBe('max-age=3600');
  expect(await cachingOf('/vendor/sdk-2.0.1/index.global.js')).toBe('max-age=3600');
  expect(await cachingOf('/sdk-2.0.1/')).toBe('no-store');
  expect(await cachingOf('/nothing/')).toBe('no-store');
});

test.each([
  '/nothing/',
  '/modules/scripts/nothing',
  '/modules/site',
  '/modules/../site',
  '/vendor/zod/index.js',
  '/package.json',
  '/constructor',
])('%s gets 404', async (path) => {
  expect(await statusOf(path)).toBe(404);
});

async function statusOf(path: string): Promise<number> {
  const response = await fetch(site.url + path);
  await response.body?.cancel();
  return response.status;
}
