import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { Frame, Locator, Page } from 'playwright';
import { readWordings } from '#build/i18n/locale-file';
import { eventKinds } from '#core/telemetry/kinds';
import type { LaunchedBrowser } from '#tests/drivers/browser/launch';
import { resetBrowser } from '#tests/drivers/browser/reset-browser';
import { readRecordedCells, recordOverflowingCells } from '#tests/drivers/cells';
import { composeSample, writeDraftJson } from '#tests/drivers/compose-driver';
import { openSizedPanel } from '#tests/drivers/devtools';
import { playLesson } from '#tests/drivers/lesson';
import { openPopup } from '#tests/drivers/popup';
import { addEnvironment, toEnvironmentDraft } from '#tests/drivers/popup-driver';
import { readMessages } from '#tests/drivers/read-messages';
import { t } from '#tests/drivers/texts';
import { launchChangedBuild } from './changed-build';
import { test } from './fixtures';

const english = readMessages('en');
const hindi = readMessages('hi');

function hindiText(key: string): string {
  const text = hindi.get(key);
  if (text === undefined) throw new Error(`There is no text ${key}.`);
  return text;
}

/**
 * A browser whose extension has only Hindi texts.
 * An installed browser may lack the data of other languages, and then cannot be started in Hindi.
 */
const hindiBrowser = launchChangedBuild(async (folder) => {
  await rm(join(folder, '_locales', 'en'), { recursive: true });
  const manifest = join(folder, 'manifest.json');
  const text = await readFile(manifest, 'utf8');
  await writeFile(manifest, text.replace('"default_locale":"en"', '"default_locale":"hi"'));
});

/** Reasons for pages to be in Hindi. */
const HINDI_CAUSES = ['the browser is in Hindi', 'Hindi is selected in the options'] as const;

async function startInHindi(
  cause: (typeof HINDI_CAUSES)[number],
  englishBrowser: LaunchedBrowser,
): Promise<LaunchedBrowser> {
  if (cause === 'the browser is in Hindi') return hindiBrowser();
  await resetBrowser(englishBrowser);
  const options = await openOptions(englishBrowser);
  await options.getByRole('combobox', { name: t('options.language.title') }).selectOption('hi');
  await expect(options.locator('html')).toHaveAttribute('lang', 'hi');
  await options.close();
  return englishBrowser;
}

async function openOptions({ context, extensionId }: LaunchedBrowser): Promise<Page> {
  const options = await context.newPage();
  await options.goto(`chrome-extension://${extensionId}/options.html`);
  await expect(options.locator('html')).toHaveAttribute('lang', 'en');
  return options;
}

for (const cause of HINDI_CAUSES)
  test(`the panel is in Hindi if ${cause}, and contains no English text`, async ({ setup }) => {
    const browser = await startInHindi(cause, setup.browser);
    const tab = await browser.context.newPage();
    await tab.goto(`${setup.site.url}/blank/`);
    const { panel } = await openSizedPanel(browser.context, tab, browser.extensionId);
    await expect(panel.locator('html')).toHaveAttribute('lang', 'hi');
    await tab.goto(setup.pageUrlOf('2.0.1'));
    await recordOverflowingCells(panel);
    await playLesson(tab);
    const grid = panel.getByRole('grid', { name: hindiText('list.title') });
    await expect(grid.getByRole('columnheader', { name: hindiText('list.journey') })).toBeVisible();
    expect(await readRecordedCells(panel)).toEqual([]);
    await grid.getByRole('row').filter({ hasText: 'hint-button' }).click();
    const details = panel.getByRole('tablist', { name: hindiText('detail.title') });
    for (const name of ['findings', 'event', 'journey', 'changes']) {
      await details.getByRole('tab', { name: hindiText(`detail.${name}`) }).click();
      expect(await findEnglishTexts(panel)).toEqual([]);
    }
    for (const name of ['toolbar.compose', 'scenarios.list', 'toolbar.registry', 'ruleSets.title']) {
      const view = panel.getByRole('tab', { name: hindiText(name), exact: true });
      await view.click();
      await expect(view).toHaveAttribute('aria-selected', 'true');
      expect(await findEnglishTexts(panel)).toEqual([]);
    }
  });

for (const cause of HINDI_CAUSES)
  test(`popup and options are in Hindi if ${cause}, and contain no English text`, async ({ setup }) => {
    const { context, extensionId } = await startInHindi(cause, setup.browser);
    await addEnvironment(context, extensionId, toEnvironmentDraft(setup.provider));
    const popup = await openPopup(context, extensionId);
    await expect(popup.getByRole('button', { name: hindiText('popup.logIn.button'), exact: true })).toBeVisible();
    expect(await findEnglishTexts(popup)).toEqual([]);
    await popup.close();
    const options = await context.newPage();
    await options.goto(`chrome-extension://${extensionId}/options.html`);
    await expect(options).toHaveTitle(hindiText('page.options'));
    await expect(options.getByRole('button', { name: hindiText('options.exportAll') })).toBeVisible();
    expect(await findEnglishTexts(options)).toEqual([]);
  });

test('an open panel and the options page change their language at once, and preserve their state', async ({
  setup,
}) => {
  const { context, extensionId } = setup.browser;
  await resetBrowser(setup.browser);
  const tab = await context.newPage();
  await tab.goto(`${setup.site.url}/blank/`);
  const { panel } = await openSizedPanel(context, tab, extensionId);
  await tab.goto(setup.pageUrlOf('2.0.1'));
  await playLesson(tab);
  await panel.getByRole('row').filter({ hasText: 'hint-button' }).click();
  await expect(panel.getByRole('tab', { name: t('detail.findings') })).toBeVisible();
  const options = await openOptions(setup.browser);
  await options.getByRole('combobox', { name: t('options.language.title') }).selectOption('hi');
  await expect(panel.getByRole('tab', { name: hindiText('detail.findings') })).toBeVisible();
  await expect(panel.locator('html')).toHaveAttribute('lang', 'hi');
  expect(await findEnglishTexts(panel)).toEqual([]);
  expect(await findEnglishTexts(options)).toEqual([]);
  await options.getByRole('combobox', { name: hindiText('options.language.title') }).selectOption('en');
  await expect(panel.getByRole('tab', { name: t('detail.findings') })).toBeVisible();
});

test('in Hindi, the header of a draft with errors and notices fits in one row at 1280 px', async ({ setup }) => {
  const { context, extensionId } = setup.browser;
  await resetBrowser(setup.browser);
  const tab = await context.newPage();
  await tab.goto(setup.pageUrlOf('2.0.1'));
  const { panel } = await openSizedPanel(context, tab, extensionId);
  await composeSample(panel, 'interact');
  await writeDraftJson(panel, 'interact', '{ "data": { "type": "click", "subtype": 5, "pageid": "" } }');
  await panel.evaluate("chrome.storage.local.set({ language: 'hi' })");
  const copyAs = panel.getByRole('group', { name: hindiText('compose.copyAs.title') });
  const heading = panel.getByRole('heading', { name: 'INTERACT', exact: true });
  const middleOf = async (part: Locator) => {
    const box = await part.boundingBox();
    return box && Math.round(box.y + box.height / 2);
  };
  await expect(copyAs).toBeVisible();
  expect(await middleOf(copyAs)).toBe(await middleOf(heading));
});

test('the reference page shows the definitions in Hindi', async () => {
  const browser = hindiBrowser();
  const reference = await browser.context.newPage();
  await reference.goto(`chrome-extension://${browser.extensionId}/reference.html`);
  await expect(reference).toHaveTitle(hindiText('page.reference'));
  await expect(reference.locator('#search')).toContainText(hindiText('definitions.summary.search'));
  for (const part of ['title', 'meaning', 'fix'])
    await expect(reference.locator('#rule-letter-case')).toContainText(hindiText(`rules.letter-case.${part}`));
  expect(await findEnglishTexts(reference)).toEqual([]);
  const summaries = eventKinds.map((kind) => t(`definitions.summary.${kind}`));
  const pageTexts = await reference.locator('main').innerText();
  expect(summaries.filter((summary) => pageTexts.includes(summary))).toEqual([]);
});

/** Returns the English texts of the interface that a page shows although Hindi has other texts. */
async function findEnglishTexts(page: Page | Frame): Promise<readonly string[]> {
  // Some texts are identical in both languages.
  const hindiWordings = new Set([...hindi.values()].flatMap(readWordings));
  const translated = new Set([...english.values()].flatMap(readWordings).filter((text) => !hindiWordings.has(text)));
  const pageTexts = await page.evaluate<readonly string[]>(`(() => {
    const texts = [];
    const all = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (all.nextNode()) texts.push(all.currentNode.data.trim());
    for (const element of document.querySelectorAll('[title], [aria-label], [placeholder]'))
      for (const name of ['title', 'aria-label', 'placeholder']) texts.push((element.getAttribute(name) ?? '').trim());
    return texts;
  })()`);
  expect(pageTexts.length).toBeGreaterThan(20);
  return [...new Set(pageTexts)].filter((text) => translated.has(text));
}
