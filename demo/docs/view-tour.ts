import type { LaunchedBrowser } from '#tests/drivers/browser/launch';
import { type OpenedPanel, openSizedPanel } from '#tests/drivers/devtools';
import { playLesson } from '#tests/drivers/lesson';
import { RUN_TIMEOUT_MS, selectKind, showView } from '#tests/drivers/panel-driver';
import { t, tPattern } from '#tests/drivers/texts';
import { endpointOf, issuerOf } from '../identity-provider/login-provider';
import { startResourceServer } from '../resource-server/resource-server';
import { sdkPages } from '../site/sdk-pages';
import type { Stack } from '../stack';
import { rowWith, takeDialogs, takeEvents } from './event-views';
import { type Gallery, PAGE_SIZES } from './gallery';
import { takePopup } from './popup-views';
import { takeUserSessions } from './user-session-views';

/** Captures every view of the product, filled with data. */
export async function takeEveryView(stack: Stack, browser: LaunchedBrowser, gallery: Gallery): Promise<void> {
  const { context, extensionId } = browser;
  const page = context.pages()[0] ?? (await context.newPage());
  await page.goto(`${stack.site.url}/blank/`);
  const opened = await openSizedPanel(context, page, extensionId);
  await gallery.takePanel(opened, 'events-empty');
  await showView(opened.panel, 'user-sessions');
  await gallery.takePanel(opened, 'user-sessions-empty');
  await showView(opened.panel, 'events');
  await page.goto(`${stack.site.url}${sdkPages['2.0.1'].path}`);
  await playLesson(page);
  await takeEvents(opened, gallery);
  await takeDialogs(opened, gallery);
  await takeCompose(opened, gallery);
  await takeNegativeTests(opened, gallery);
  await takeScenarios(opened, gallery);
  await showView(opened.panel, 'rule-sets');
  await opened.panel.getByRole('checkbox', { name: t('ruleSets.name.ingestion') }).check();
  await gallery.takePanel(opened, 'rule-sets');
  await opened.panel.getByRole('checkbox', { name: t('ruleSets.name.ingestion') }).uncheck();
  await takeUserSessions(opened, gallery);
  await showView(opened.panel, 'registry');
  await gallery.takePanel(opened, 'registry-empty');
  // The popup opens in a browser window, not in that of DevTools.
  await opened.devtools.close();
  await page.bringToFront();
  const { provider } = stack;
  const resources = await startResourceServer({
    issuer: issuerOf(provider),
    keysUrl: endpointOf(provider, 'certs'),
  });
  try {
    await takePopup(stack, browser, resources.url, gallery);
    const reopened = await openSizedPanel(context, page, extensionId);
    await showView(reopened.panel, 'registry');
    await takeRegistry(reopened, gallery);
    await reopened.devtools.close();
  } finally {
    await resources.stop();
  }
  await takeSavedSessions(stack, browser, gallery);
  await takePages(browser, gallery);
}

/** A draft with one defect of each common kind. */
const WRONG_DRAFT = '{\n  "data": {\n    "type": "click",\n    "subtype": 5,\n    "pageid": ""\n  }\n}';

async function takeCompose(opened: OpenedPanel, gallery: Gallery): Promise<void> {
  const { devtools, panel } = opened;
  await showView(panel, 'compose');
  await panel.locator('[data-editor="ready"]').waitFor();
  await gallery.takePanel(opened, 'compose');
  await selectKind(panel, 'interact');
  await panel.getByRole('textbox', { name: tPattern('compose.asJson') }).click();
  await devtools.keyboard.press('ControlOrMeta+A');
  await devtools.keyboard.insertText(WRONG_DRAFT);
  await gallery.takePanel(opened, 'compose-invalid');
  await panel.getByRole('button', { name: t('compose.fire'), exact: true }).click();
  await panel.getByRole('alertdialog').waitFor();
  await gallery.takePanel(opened, 'compose-confirm');
  await panel.getByRole('alertdialog').getByRole('button').last().click();
  await panel.getByRole('radio', { name: t('collector.title') }).click();
  await panel.getByLabel(t('collector.url'), { exact: true }).fill('not a URL');
  await panel.getByRole('tab', { name: t('collector.requestBody') }).click();
  await gallery.takePanel(opened, 'compose-collector');
  await panel.getByRole('tab', { name: t('collector.arguments') }).click();
  await panel.getByRole('radio', { name: t('collector.pageSdk') }).click();
}

async function takeNegativeTests(opened: OpenedPanel, gallery: Gallery): Promise<void> {
  const { panel } = opened;
  await selectKind(panel, 'heartbeat');
  await panel.getByRole('button', { name: t('negativeTests.open') }).click();
  await gallery.takePanel(opened, 'negative-tests-ready');
  await panel.getByRole('button', { name: 'HEARTBEAT' }).click();
  const dialog = panel.getByRole('alertdialog');
  const tally = panel.getByText(tPattern('negativeTests.tally'));
  await dialog.or(tally).first().waitFor({ timeout: RUN_TIMEOUT_MS });
  if (await dialog.isVisible()) {
    await gallery.takePanel(opened, 'negative-tests-confirm');
    await dialog.getByRole('button').last().click();
  }
  await tally.waitFor({ timeout: RUN_TIMEOUT_MS });
  await gallery.takePanel(opened, 'negative-tests');
  await panel.getByRole('button', { name: t('negativeTests.back') }).click();
}

async function takeScenarios(opened: OpenedPanel, gallery: Gallery): Promise<void> {
  const { panel } = opened;
  await showView(panel, 'scenarios');
  const first = panel.getByRole('option').first();
  await first.waitFor();
  const run = panel.getByRole('button', { name: t('scenarios.run'), exact: true });
  await run.click();
  // A short run ends before a test could find its Stop button.
  const ended = panel.getByText(tPattern('scenarios.passed')).or(panel.getByText(tPattern('scenarios.failedAt')));
  await ended.first().waitFor({ timeout: RUN_TIMEOUT_MS });
  await gallery.takePanel(opened, 'scenarios');
}

async function takeRegistry(opened: OpenedPanel, gallery: Gallery): Promise<void> {
  const { panel } = opened;
  await panel.getByRole('button', { name: t('registry.send', { method: 'GET' }) }).waitFor();
  await gallery.takePanel(opened, 'registry-form');
  await panel.getByLabel('Entity', { exact: true }).fill('Teacher');
  await panel.getByRole('button', { name: t('registry.send', { method: 'GET' }) }).click();
  await panel
    .getByRole('region', { name: t('registry.response') })
    .getByText('HTTP')
    .or(panel.getByText('200 OK'))
    .first()
    .waitFor();
  await gallery.takePanel(opened, 'registry');
}

/** Captures the session of the previous tab, in the panel of another tab. */
async function takeSavedSessions(
  stack: Stack,
  { context, extensionId }: LaunchedBrowser,
  gallery: Gallery,
): Promise<void> {
  const page = await context.newPage();
  await page.goto(`${stack.site.url}/blank/`);
  const opened = await openSizedPanel(context, page, extensionId);
  const { devtools, panel } = opened;
  const saved = panel.getByRole('region', { name: t('earlier.title') }).getByRole('listitem');
  await saved.first().waitFor();
  await saved.first().scrollIntoViewIfNeeded();
  await gallery.takePanel(opened, 'saved-sessions');
  await saved.first().getByRole('button').first().click();
  await rowWith(panel, 'hint-button').click();
  await gallery.takePanel(opened, 'saved-session');
  await devtools.close();
  await page.close();
}

async function takePages({ context, extensionId }: LaunchedBrowser, gallery: Gallery): Promise<void> {
  for (const name of ['welcome', 'options', 'reference']) {
    const page = await context.newPage();
    await page.goto(`chrome-extension://${extensionId}/${name}.html`);
    await page.getByRole('heading').first().waitFor();
    await gallery.takePage(page, name, PAGE_SIZES);
    await page.close();
  }
  const sample = await context.newPage();
  await sample.goto(`chrome-extension://${extensionId}/panel.html?sample`);
  await sample.getByText(t('panel.sample.title')).waitFor();
  await gallery.takePage(sample, 'sample', PAGE_SIZES);
  await sample.close();
}
