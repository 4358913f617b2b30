import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test as base, expect } from '@playwright/test';
import { type BrowserContext, chromium, type Frame, type Page } from 'playwright';
import { FIRED_MANUALLY } from '#core/journey/values/manual-cdata';
import { requireChromium } from '#tests/drivers/browser/require-chromium';
import { fireDraft, RUN_TIMEOUT_MS, readRecords, selectKind, showView } from '#tests/drivers/panel-driver';
import { type ServeDriver, startServe } from '#tests/drivers/serve-driver';
import { t, tPattern } from '#tests/drivers/texts';
import { findScript } from './pages/page-files';

interface Parts {
  readonly context: BrowserContext;
  /** A collector with its hook in the pages of a site. */
  readonly serve: ServeDriver;
  /** The panel as a page of the collector. */
  readonly panel: Frame;
}

const SITE = `<!doctype html><title>Lesson</title>
  <script src="/vendor/sdk-2.0.1.js"></script>
  <script>
    $t.initialize({
      env: 'lesson', uid: 'teacher-04', did: 'device-1', sid: 's-1', channel: 'demo', batchsize: 1,
      pdata: { id: 'demo.portal', pid: 'lesson', ver: '2.0' }, host: location.origin, endpoint: '/v1/telemetry',
    });
    $t.start({}, 'content-1', '1.0', { type: 'content', mode: 'play', pageid: 'home' });
  </script>`;

const test = base.extend<Parts>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright requires destructuring; this fixture uses no other.
  context: async ({}, use) => {
    const browser = await chromium.launch({ executablePath: requireChromium().path, args: ['--no-sandbox'] });
    await use(await browser.newContext({ viewport: { width: 1100, height: 620 } }));
    await browser.close();
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright requires destructuring; this fixture uses no other.
  serve: async ({}, use) => {
    const site = createServer((request, response) => {
      request.resume();
      void findScript(request.url ?? '/').then((script) => {
        const type = script === null ? 'text/html' : 'text/javascript';
        const isStrict = request.url?.startsWith('/strict') === true;
        const policy = isStrict ? { 'content-security-policy': "script-src 'self' 'unsafe-inline'" } : {};
        response.writeHead(200, { 'content-type': type, ...policy }).end(script ?? SITE);
      });
    });
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
    const serve = await startServe([
      '--upstream',
      `http://127.0.0.1:${(site.address() as AddressInfo).port}`,
      '--inject',
    ]);
    await use(serve);
    await serve.stop();
    site.closeAllConnections();
    site.close();
  },
  panel: async ({ context, serve }, use) => {
    const page = await context.newPage();
    await page.goto(serve.page);
    await expect(page.locator('#app')).toHaveAttribute('data-ready', 'true');
    await use(page.mainFrame());
  },
});

/** Opens a page of the site, and waits until the panel has its first event. */
async function openLesson(context: BrowserContext, panel: Frame, url: string): Promise<Page> {
  const countBefore = (await readRecords(panel)).length;
  const page = await context.newPage();
  await page.goto(url);
  await expect.poll(async () => (await readRecords(panel)).length).toBe(countBefore + 1);
  return page;
}

const readFiredEvents = async (panel: Frame) =>
  (await readRecords(panel))
    .filter(({ firedBy }) => firedBy.type === 'panel')
    .map(({ kind, requests }) => [kind, requests.length]);

test('Compose fires through the SDK of the selected page until that page is closed', async ({
  context,
  serve,
  panel,
}) => {
  await showView(panel, 'compose');
  await expect(panel.getByText(t('panel.collector.noPage'))).toBeVisible();
  const first = await openLesson(context, panel, `${serve.collector}/first`);
  const second = await openLesson(context, panel, `${serve.collector}/second`);
  await selectKind(panel, 'interact');
  const target = panel.getByRole('combobox', { name: t('compose.target'), exact: true });
  await target.selectOption({ label: 'Lesson (/second), $t 2.x' });
  await fireDraft(panel);
  await expect(panel.getByText(tPattern('compose.firedCaptured', { kind: 'INTERACT' }))).toBeVisible();
  await expect.poll(() => readFiredEvents(panel)).toEqual([['interact', 1]]);
  const fired = (await readRecords(panel)).find(({ firedBy }) => firedBy.type === 'panel');
  expect(fired?.frame.url).toBe(`${serve.collector}/second`);
  expect(JSON.stringify(fired?.event?.json)).toContain(JSON.stringify(FIRED_MANUALLY.id));
  await second.close();
  await expect(target).toHaveCount(0);
  await first.close();
  await expect(panel.getByText(t('panel.collector.noPage'))).toBeVisible();
});

test('negative tests and scenarios run in a page of the site', async ({ context, serve, panel }) => {
  await openLesson(context, panel, `${serve.collector}/lesson`);
  await showView(panel, 'compose');
  await selectKind(panel, 'share');
  await panel.getByRole('button', { name: t('negativeTests.open') }).click();
  await panel.getByRole('button', { name: tPattern('negativeTests.fireAll') }).click();
  await panel
    .getByRole('alertdialog')
    .getByRole('button', { name: tPattern('negativeTests.confirm.fire') })
    .click();
  await expect(panel.getByText(tPattern('negativeTests.tally')).first()).toBeVisible({ timeout: RUN_TIMEOUT_MS });
  await expect(panel.getByRole('progressbar', { name: t('negativeTests.fired') })).toHaveCount(0);
  expect((await readFiredEvents(panel)).length).toBeGreaterThan(5);
  await showView(panel, 'scenarios');
  await panel.getByRole('button', { name: t('scenarios.run'), exact: true }).click();
  await expect(panel.getByText(t('scenarios.passedOf', { passed: 1, runs: 1 }))).toBeVisible({
    timeout: RUN_TIMEOUT_MS,
  });
});

test('a recorded call is replayed in a page of the site, with its arguments', async ({ context, serve, panel }) => {
  const page = await openLesson(context, panel, `${serve.collector}/lesson`);
  await page.evaluate(`$t.interact({ type: 'TOUCH', id: 'next', pageid: 'home' })`);
  await expect.poll(async () => (await readRecords(panel)).length).toBe(2);
  const list = panel.getByRole('grid', { name: t('list.title') });
  await list.getByRole('row').filter({ hasText: 'INTERACT' }).click({ button: 'right' });
  await panel.getByRole('menuitem', { name: t('scenarios.createFrom', 1) }).click();
  await panel.getByRole('button', { name: t('scenarios.replay'), exact: true }).click();
  await expect(panel.locator('.run-bar [role="status"]')).toContainText(tPattern('scenarios.passed'), {
    timeout: RUN_TIMEOUT_MS,
  });
  const [, recorded, replayed] = await readRecords(panel);
  expect(replayed).toMatchObject({ name: recorded?.name, call: { args: recorded?.call?.args } });
  expect(await readFiredEvents(panel)).toEqual([['interact', 1]]);
});

test('a content security policy that blocks eval is shown as the reason for missing events', async ({
  context,
  serve,
  panel,
}) => {
  const page = await context.newPage();
  await page.goto(`${serve.collector}/strict`);
  await expect(panel.getByText(t('empty.evalBlockedText'))).toBeVisible();
});
