import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { Frame, Page } from 'playwright';
import { LOCAL_REGISTRY } from '#core/identity/environment';
import { ruleSetNames } from '#core/rules/rule-set-names';
import { catalog } from '#core/telemetry/catalog';
import { openSizedPanel } from '#tests/drivers/devtools';
import { playLesson } from '#tests/drivers/lesson';
import { openPopup } from '#tests/drivers/popup';
import { addEnvironment, toEnvironmentDraft } from '#tests/drivers/popup-driver';
import { toPseudoCatalog, toPseudoText } from '#tests/drivers/pseudo-locale';
import { t } from '#tests/drivers/texts';
import { launchChangedBuild } from './changed-build';
import { test } from './fixtures';

/** A browser for this file, with a build of the extension in the pseudo-locale. */
const pseudoBrowser = launchChangedBuild(async (folder) => {
  const texts = join(folder, 'texts', 'en');
  for (const name of await readdir(texts)) {
    const file = join(texts, name);
    await writeFile(file, toPseudoCatalog(await readFile(file, 'utf8')));
  }
});

const pseudoOf = (key: Parameters<typeof t>[0]): string => toPseudoText(t(key));

for (const width of [1280, 700])
  test(`all texts of the panel are localized and fit when they are longer, ${width} px wide`, async ({ setup }) => {
    const { context, extensionId } = pseudoBrowser();
    const tab = await context.newPage();
    await tab.goto(`${setup.site.url}/blank/`);
    const { devtools, panel } = await openSizedPanel(context, tab, extensionId);
    await devtools.setViewportSize({ width, height: 800 });
    await tab.goto(setup.pageUrlOf('2.0.1'));
    await playLesson(tab);
    await panel.getByRole('row').filter({ hasText: 'hint-button' }).click();
    const tabs = panel.getByRole('tablist', { name: pseudoOf('detail.title') });
    for (const name of ['detail.findings', 'detail.event', 'json.title', 'detail.journey', 'detail.changes'] as const) {
      await tabs.getByRole('tab', { name: pseudoOf(name) }).click();
      await expectPseudo(panel);
    }
    for (const name of ['toolbar.compose', 'scenarios.list', 'toolbar.registry'] as const) {
      const view = panel.getByRole('tab', { name: pseudoOf(name), exact: true });
      await view.click();
      await expect(view).toHaveAttribute('aria-selected', 'true');
      await expect(panel.locator('main:empty')).toHaveCount(0);
      await expectPseudo(panel);
    }
  });

test('all texts of popup and options are localized and fit when they are longer', async ({ setup }) => {
  const { context, extensionId } = pseudoBrowser();
  await addEnvironment(context, extensionId, toEnvironmentDraft(setup.provider));
  const popup = await openPopup(context, extensionId);
  await expect(popup.getByRole('button', { name: pseudoOf('popup.logIn.button'), exact: true })).toBeVisible();
  await expectPseudo(popup);
  await popup.close();
  const options = await context.newPage();
  await options.goto(`chrome-extension://${extensionId}/options.html`);
  await expect(options.getByRole('button', { name: pseudoOf('options.exportAll') })).toBeVisible();
  await expectPseudo(options);
});

async function expectPseudo(page: Page | Frame): Promise<void> {
  const { pseudo, others, truncated } = await page.evaluate<ShownTexts>(FIND_TEXTS);
  expect(pseudo).toBeGreaterThan(5);
  expect({ hardCoded: others.filter((text) => !isData(text)), truncated }).toEqual({ hardCoded: [], truncated: [] });
}

/** Codes, paths and URLs, which are the same in every language. */
const DATA_PATTERNS = [/^[A-Z]+$/, /^[A-Z]+, /, /^\//, /127\.0\.0\.1|localhost/, /^data\./];
const DATA_TEXTS: ReadonlySet<string> = new Set([
  ...textsIn(catalog),
  ...ruleSetNames,
  'entity',
  'object',
  ...Object.values(LOCAL_REGISTRY).map(String),
  'Demo registry',
]);

function isData(text: string): boolean {
  return DATA_TEXTS.has(text) || DATA_PATTERNS.some((pattern) => pattern.test(text));
}

/** Lists all keys and strings of a value, and each string also as a sentence. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value, `${value.charAt(0).toUpperCase()}${value.slice(1)}.`];
  if (typeof value !== 'object' || value === null) return [];
  return [...Object.keys(value), ...Object.values(value).flatMap(textsIn)];
}

interface ShownTexts {
  /** Number of texts in the pseudo-locale. */
  readonly pseudo: number;
  readonly others: readonly string[];
  readonly truncated: readonly string[];
}

/** Elements in which the interface shows texts of a page, a file or the definition. */
const DATA = 'td, bdi, code, pre, kbd, .cm-editor, [role=tree], output, select';

const FIND_TEXTS = `(() => {
  const isVisible = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const isText = (text) => /\\p{L}{2}/u.test(text);
  const isPseudo = (text) => /[⟦⟧]/.test(text);
  const others = new Set();
  let pseudo = 0;
  const all = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (all.nextNode()) {
    const { data, parentElement: parent } = all.currentNode;
    if (!isText(data) || !isVisible(parent) || parent.closest(${JSON.stringify(DATA)})) continue;
    // If a text contains elements, its brackets are in the text around them.
    if (isPseudo(data) || isPseudo(parent.parentElement.textContent)) pseudo += 1;
    else others.add(data.trim());
  }
  for (const element of document.querySelectorAll('[title], [aria-label], [placeholder]')) {
    if (element.closest(${JSON.stringify(DATA)})) continue;
    for (const name of ['title', 'aria-label', 'placeholder']) {
      const text = element.getAttribute(name) ?? '';
      if (isText(text) && !isPseudo(text)) others.add(text);
    }
  }
  const isTruncated = (element) =>
    element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).overflowX !== 'visible';
  const truncated = [...document.querySelectorAll('button, label, [role=tab], th, legend, h1:not(.visually-hidden), h2, h3, a')]
    .filter((element) => isVisible(element) && element.clientWidth > 0 && isPseudo(element.textContent) && isTruncated(element))
    .map((element) => element.outerHTML.slice(0, 200));
  return { pseudo, others: [...others], truncated };
})()`;
