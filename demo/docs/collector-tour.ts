import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright';
import { DEFAULT_SIZE } from '#tests/drivers/devtools';
import { type ServeDriver, startServe } from '#tests/drivers/serve-driver';
import { startShow } from '#tests/drivers/show-driver';
import { t, tPattern } from '#tests/drivers/texts';
import { eventOf } from '#tests/unit/core/telemetry/sample-events';
import type { Album } from '../screenshots';

const idsOf = (id: string) => ({ mid: `${id}:${id.length}`, ets: Date.now() });

/** Events that an app, a page and a server send. One of the events is invalid. */
const senders = [
  {
    headers: { 'x-app-id': 'org.example.learn', 'user-agent': 'okhttp/4.12.0' },
    events: () => [
      eventOf('start', { type: 'app', mode: 'play', stageid: 'home' }, idsOf('start')),
      eventOf('impression', { type: 'view', pageid: 'home', uri: '/home' }, idsOf('impression')),
      eventOf('interact', { type: 'TOUCH', id: 'open-course', pageid: 'home' }, idsOf('interact-open')),
      eventOf('interact', { type: 'click', id: 'play', pageid: 'course' }, idsOf('interact-play')),
    ],
  },
  {
    headers: { referer: 'https://portal.example.org/explore' },
    events: () => [
      eventOf('impression', { type: 'list', pageid: 'explore', uri: '/explore' }, idsOf('impression-explore')),
      eventOf('search', { type: 'content', query: 'fractions', size: 12, topn: [] }, idsOf('search')),
    ],
  },
  {
    headers: { 'user-agent': 'portal-backend/8.0' },
    events: () => [eventOf('log', { type: 'api_call', level: 'INFO', message: 'GET /course' }, idsOf('log'))],
  },
];

/**
 * Takes pictures of the panel as a page, with the events of a collector, of test workers and of a file.
 * Needs the built package.
 */
export async function takeCollectorPictures(context: BrowserContext, album: Album): Promise<void> {
  const serve = await startServe();
  try {
    for (const { headers, events } of senders) await serve.send(events(), headers);
    const page = await openPage(context, serve.page);
    await showFindings(page);
    await album.take(page, 'collector');
    await page.close();
    await takeFile(context, serve, album);
  } finally {
    await serve.stop();
  }
  await takeWorkers(context, album);
}

/** Takes a picture of the collector's capture, opened from a file. */
async function takeFile(context: BrowserContext, serve: ServeDriver, album: Album): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'telemetry-v3-pictures-'));
  const file = join(folder, 'capture.json');
  writeFileSync(file, await (await fetch(`${serve.page}api/capture`)).text());
  const show = await startShow([file]);
  try {
    const page = await openPage(context, show.url);
    await showFindings(page);
    await album.take(page, 'show');
    await page.close();
  } finally {
    await show.stop();
    rmSync(folder, { recursive: true });
  }
}

/** Takes a picture of the events of one of two parallel test workers. */
async function takeWorkers(context: BrowserContext, album: Album): Promise<void> {
  const serve = await startServe();
  try {
    for (const [index, { headers, events }] of senders.entries())
      await serve.send(events(), headers, `worker-${(index % 2) + 1}`);
    const page = await openPage(context, serve.page);
    await page
      .getByRole('combobox', { name: t('filter.title') })
      .first()
      .fill('source:worker-1');
    await page.getByText(t('status.shownOf', 7, { shown: 5 })).waitFor();
    await album.take(page, 'test-workers');
    await page.close();
  } finally {
    await serve.stop();
  }
}

async function openPage(context: BrowserContext, url: string): Promise<Page> {
  const page = await context.newPage();
  await page.setViewportSize(DEFAULT_SIZE);
  await page.goto(url);
  await page.locator('#app[data-ready="true"]').waitFor();
  return page;
}

/** Opens the details of the invalid event. */
async function showFindings(page: Page): Promise<void> {
  const rows = page.getByRole('grid', { name: t('list.title') }).locator('tbody [aria-selected]');
  await rows
    .filter({ hasText: tPattern('verdict.invalidShort') })
    .first()
    .click();
  await page.getByRole('tab', { name: new RegExp(`^${t('detail.findings')}`) }).click();
  await page.getByRole('tabpanel').first().waitFor();
}
