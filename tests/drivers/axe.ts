import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect } from '@playwright/test';
import type { Frame, Page } from 'playwright';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Axe rules whose results depend on the theme. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

/** Returns the violations that axe finds, each as `rule: element message`. */
async function findViolations(page: Frame | Page, options: object): Promise<readonly string[]> {
  await page.evaluate(`if (!window.axe) { ${axeSource} }`);
  return page.evaluate(`window.axe.run(document, ${JSON.stringify(options)}).then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.map(({ html, any }) => id + ': ' + html.slice(0, 160) + ' ' + (any[0]?.message ?? ''))))`);
}

/** Expects that axe finds no violations in a state of a page, in both themes. */
export async function expectNoViolations(page: Frame | Page, state: string): Promise<void> {
  for (const [theme, options] of [
    ['light', {}],
    ['dark', { runOnly: COLOR_RULES }],
  ] as const) {
    await page.evaluate(`document.documentElement.dataset.theme = '${theme}'`);
    expect.soft(await findViolations(page, options), `${state}, ${theme}`).toEqual([]);
  }
}
