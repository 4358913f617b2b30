import type { Frame, Locator } from 'playwright';
import type { LaunchedBrowser } from '#tests/drivers/browser/launch';
import { type OpenedPanel, openSizedPanel } from '#tests/drivers/devtools';
import { openExport } from '#tests/drivers/export-driver';
import { playLesson } from '#tests/drivers/lesson';
import { RUN_TIMEOUT_MS, selectKind, showView } from '#tests/drivers/panel-driver';
import { openPopup } from '#tests/drivers/popup';
import { demoEnvironment, logIn, setUpEnvironment } from '#tests/drivers/popup-driver';
import { t, tPattern } from '#tests/drivers/texts';
import { endpointOf, issuerOf } from '../identity-provider/login-provider';
import { startResourceServer } from '../resource-server/resource-server';
import { sdkPages } from '../site/sdk-pages';
import { type Stack, testEntity } from '../stack';
import { type Gallery, PAGE_SIZES } from './gallery';
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

const rowWith = (panel: Frame, text: string) => panel.getByRole('row').filter({ hasText: text }).first();

async function takeEvents(opened: OpenedPanel, gallery: Gallery): Promise<void> {
  const { devtools, panel } = opened;
  await rowWith(panel, 'hint-button').waitFor();
  await gallery.takePanel(opened, 'events');
  await rowWith(panel, 'hint-button').click();
  for (const name of ['findings', 'event', 'journey', 'changes'] as const) {
    await panel
      .getByRole('tab', { name: tPattern(`detail.${name}`) })
      .last()
      .click();
    await gallery.takePanel(opened, `details-${name}`);
  }
  await panel.getByRole('tab', { name: t('json.title'), exact: true }).click();
  await gallery.takePanel(opened, 'details-json');
  await rowWith(panel, 'FEEDBACK').click();
  await panel.getByRole('tab', { name: tPattern('detail.changes') }).click();
  await gallery.takePanel(opened, 'details-changes-of-feedback');
  await rowWith(panel, 'IMPRESSION').click();
  await rowWith(panel, 'hint-button').click({ modifiers: ['ControlOrMeta'] });
  await devtools.keyboard.press('c');
  await panel.getByRole('region', { name: t('compare.title'), exact: true }).waitFor();
  await gallery.takePanel(opened, 'compare');
  await devtools.keyboard.press('Escape');
  // In a narrow panel, the details cover the rows.
  const details = panel.getByRole('region', { name: /^INTERACT/ });
  if (await details.isVisible()) await details.getByRole('button', { name: t('common.close'), exact: true }).click();
  const openMenu = async (at: Locator) => {
    // If no menu is open, Escape opens the drawer of DevTools.
    if (await panel.getByRole('menu').isVisible()) await devtools.keyboard.press('Escape');
    await at.click({ button: 'right' });
    await panel.getByRole('menu').waitFor();
  };
  await gallery.takePanel(opened, 'row-menu', () => openMenu(rowWith(panel, 'hint-button')));
  await devtools.keyboard.press('Escape');
  const header = panel.getByRole('columnheader').first();
  await gallery.takePanel(opened, 'columns-menu', () => openMenu(header));
  await devtools.keyboard.press('Escape');
  await openMenu(header);
  await panel.getByRole('menuitemcheckbox', { name: t('list.byPage') }).click();
  await gallery.takePanel(opened, 'events-by-page');
  await openMenu(header);
  await panel.getByRole('menuitemcheckbox', { name: t('list.byPage') }).click();
  await rowWith(panel, 'hint-button').click();
  await panel.getByRole('tab', { name: t('detail.event'), exact: true }).click();
  for (const field of ['pageid', 'id'] as const) {
    await openMenu(panel.getByRole('treeitem', { name: new RegExp(`^${field}:`) }).first());
    await panel.getByRole('menuitem', { name: t('detail.showColumn') }).click();
  }
  await gallery.takePanel(opened, 'events-field-columns');
  await details.getByRole('button', { name: t('common.close'), exact: true }).click();
  await openMenu(header);
  await panel.getByRole('menuitem', { name: t('list.resetColumns') }).click();
}

async function takeDialogs(opened: OpenedPanel, gallery: Gallery): Promise<void> {
  const { devtools, panel } = opened;
  const filter = panel.getByRole('combobox', { name: t('filter.title') }).first();
  await filter.click();
  await devtools.keyboard.insertText('kind:nothing ');
  await gallery.takePanel(opened, 'filter-wrong');
  await panel.getByRole('button', { name: t('filter.clear') }).click();
  await filter.fill('is:');
  await gallery.takePanel(opened, 'filter-suggestions', async () => {
    await filter.press('Backspace');
    await devtools.keyboard.insertText(':');
    await panel.getByRole('listbox').waitFor();
  });
  await devtools.keyboard.press('Escape');
  await panel.getByRole('button', { name: t('filter.clear') }).click();
  for (const [name, button] of [
    ['filter-syntax', t('filter.syntax')],
    ['shortcuts', t('toolbar.shortcuts')],
    ['settings', t('settings.title')],
    ['commands', t('commandMenu.title')],
    ['saved-filters', t('filter.saved')],
  ] as const) {
    await panel.getByRole('button', { name: button, exact: true }).first().click();
    await gallery.takePanel(opened, name);
    await devtools.keyboard.press('Escape');
  }
  await takeCollectorImport(opened, gallery);
  await takeIgnored(opened, gallery);
  await openExport(panel, 'har');
  await gallery.takePanel(opened, 'export');
  await devtools.keyboard.press('Escape');
  const text = '{"eid":"HEARTBEAT","ets":1763620200000,"ver":"3.0","mid":"HEARTBEAT:1","edata":{"extra":1}}\n';
  const file = { name: 'events-of-yesterday.ndjson', mimeType: 'application/x-ndjson', buffer: Buffer.from(text) };
  await panel.getByLabel(t('import.files')).setInputFiles(file);
  await rowWith(panel, 'HEARTBEAT').click();
  await gallery.takePanel(opened, 'capture-of-file');
  await panel.getByRole('button', { name: t('captures.close', { name: file.name }) }).click();
}

async function takeCollectorImport({ devtools, panel }: OpenedPanel, gallery: Gallery): Promise<void> {
  await panel
    .getByRole('button', { name: t('commandMenu.title'), exact: true })
    .first()
    .click();
  const field = panel.getByRole('combobox', { name: t('commandMenu.title'), exact: true });
  await field.fill(t('import.collector.command'));
  await field.press('Enter');
  const urlField = panel.getByLabel(t('import.collector.url'));
  await gallery.takePanel({ devtools, panel }, 'import-from-collector');
  await urlField.fill('127.0.0.1:port');
  await urlField.press('Enter');
  await panel.getByRole('alert').first().waitFor();
  await gallery.takePanel({ devtools, panel }, 'import-from-collector-rejected');
  await devtools.keyboard.press('Escape');
}

async function takeIgnored({ devtools, panel }: OpenedPanel, gallery: Gallery): Promise<void> {
  await rowWith(panel, 'hint-button').click();
  await panel
    .getByRole('tab', { name: tPattern('detail.findings') })
    .last()
    .click();
  await panel
    .getByRole('button', { name: t('policy.ignore'), exact: true })
    .first()
    .click();
  await panel.getByRole('button', { name: tPattern('policy.status', { n: 1 }) }).waitFor();
  await showView(panel, 'rule-sets');
  const remove = panel.getByRole('button', { name: tPattern('ruleSets.removeIgnore') });
  await remove.scrollIntoViewIfNeeded();
  await gallery.takePanel({ devtools, panel }, 'ignored-findings');
  await remove.click();
  await showView(panel, 'events');
  const details = panel.getByRole('region', { name: /^INTERACT/ });
  await details.getByRole('button', { name: t('common.close'), exact: true }).click();
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
  await panel.getByRole('button', { name: t('violations.open') }).click();
  await gallery.takePanel(opened, 'negative-tests-ready');
  await panel.getByRole('button', { name: 'HEARTBEAT' }).click();
  const dialog = panel.getByRole('alertdialog');
  const tally = panel.getByText(tPattern('violations.tally'));
  await dialog.or(tally).first().waitFor({ timeout: RUN_TIMEOUT_MS });
  if (await dialog.isVisible()) {
    await gallery.takePanel(opened, 'negative-tests-confirm');
    await dialog.getByRole('button').last().click();
  }
  await tally.waitFor({ timeout: RUN_TIMEOUT_MS });
  await gallery.takePanel(opened, 'negative-tests');
  await panel.getByRole('button', { name: t('violations.back') }).click();
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

/** Captures the popup, which has a fixed width. */
async function takePopup(
  stack: Stack,
  { context, extensionId }: LaunchedBrowser,
  registryUrl: string,
  gallery: Gallery,
): Promise<void> {
  let popup = await openPopup(context, extensionId);
  await gallery.takePage(popup, 'popup-first', []);
  await popup.close();
  await setUpEnvironment(context, extensionId, { ...demoEnvironment(stack.provider), registryUrl });
  popup = await openPopup(context, extensionId);
  await gallery.takePage(popup, 'popup-log-in', []);
  await logIn(popup, { userId: testEntity(stack).userId, password: 'wrong' });
  await popup.getByRole('alert').waitFor();
  await gallery.takePage(popup, 'popup-rejected', []);
  await logIn(popup, testEntity(stack));
  await popup.getByText(t('popup.inUse')).waitFor();
  await gallery.takePage(popup, 'popup-logged-in', []);
  await popup
    .getByRole('button', { name: tPattern('popup.token.showOf') })
    .first()
    .click();
  await gallery.takePage(popup, 'popup-token', []);
  await popup.getByRole('button', { name: t('popup.token.back') }).click();
  await popup.getByRole('button', { name: t('popup.openEnvironments') }).click();
  await gallery.takePage(popup, 'popup-environments', []);
  await popup.close();
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
