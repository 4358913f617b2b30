import type { BrowserContext } from 'playwright';
import { DEFAULT_SIZE } from '#tests/drivers/devtools';
import { type ServeDriver, startServe } from '#tests/drivers/serve-driver';
import { t, tPattern } from '#tests/drivers/texts';
import { eventOf } from '#tests/unit/core/telemetry/sentences';
import type { Album } from '../screenshots';

const of = (id: string) => ({ mid: `${id}:${id.length}`, ets: Date.now() });

/** What an app, a page and a server send: one event of them is invalid. */
const senders = [
  {
    headers: { 'x-app-id': 'org.example.learn', 'user-agent': 'okhttp/4.12.0' },
    events: () => [
      eventOf('start', { type: 'app', mode: 'play', stageid: 'home' }, of('start')),
      eventOf('impression', { type: 'view', pageid: 'home', uri: '/home' }, of('impression')),
      eventOf('interact', { type: 'TOUCH', id: 'open-course', pageid: 'home' }, of('interact-open')),
      eventOf('interact', { type: 'click', id: 'play', pageid: 'course' }, of('interact-play')),
    ],
  },
  {
    headers: { referer: 'https://portal.example.org/explore' },
    events: () => [
      eventOf('impression', { type: 'list', pageid: 'explore', uri: '/explore' }, of('impression-explore')),
      eventOf('search', { type: 'content', query: 'fractions', size: 12, topn: [] }, of('search')),
    ],
  },
  {
    headers: { 'user-agent': 'portal-backend/8.0' },
    events: () => [eventOf('log', { type: 'api_call', level: 'INFO', message: 'GET /course' }, of('log'))],
  },
];

/** Takes the panel as a page of a collector, with the events of several senders. Needs the built package. */
export async function takeCollectorPicture(context: BrowserContext, album: Album): Promise<void> {
  const serve = await startServe();
  try {
    for (const { headers, events } of senders) await serve.send(events(), headers);
    await takePage(context, serve, album);
  } finally {
    await serve.stop();
  }
}

async function takePage(context: BrowserContext, serve: ServeDriver, album: Album): Promise<void> {
  const page = await context.newPage();
  await page.setViewportSize(DEFAULT_SIZE);
  await page.goto(serve.page);
  await page.locator('#app[data-ready="true"]').waitFor();
  const rows = page.getByRole('grid', { name: t('list.title') }).locator('tbody [aria-selected]');
  await rows
    .filter({ hasText: tPattern('verdict.invalidShort') })
    .first()
    .click();
  await page.getByRole('tab', { name: new RegExp(`^${t('detail.findings')}`) }).click();
  await page.getByRole('tabpanel').first().waitFor();
  await album.take(page, 'collector');
  await page.close();
}
