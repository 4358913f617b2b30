import { expect } from '@playwright/test';
import type { Frame } from 'playwright';
import { t } from '#tests/drivers/texts';
import { test } from './fixtures';

test.use({ devtools: 'shared' });

const TEXT = 1_000_000;
const ITEMS = 10_000;

const large = JSON.stringify({
  eid: 'LOG',
  ets: 1_600_000_000_000,
  ver: '3.0',
  mid: 'LOG:large',
  edata: {
    type: 'view',
    level: 'INFO',
    message: 'जल, '.repeat(TEXT / 4),
    params: Array.from({ length: ITEMS }, (_, index) => ({ item: `item-${index}` })),
  },
});

async function openEvent(panel: Frame): Promise<void> {
  const file = { name: 'large.ndjson', mimeType: 'application/x-ndjson', buffer: Buffer.from(large) };
  await panel.getByLabel(t('import.files')).setInputFiles(file);
  await panel
    .getByRole('grid', { name: t('list.title') })
    .getByRole('row')
    .filter({ hasText: 'LOG' })
    .click();
  await panel.getByRole('tab', { name: t('detail.event'), exact: true }).click();
}

test('the lines of the tree do not move when another line is focused, for any width of the tree', async ({
  opened: { panel },
}) => {
  await openEvent(panel);
  const movingWidths = await panel
    .getByRole('tree', { name: t('detail.event') })
    .evaluate(async (tree: HTMLElement) => {
      const lines = [...tree.querySelectorAll<HTMLElement>('[role=treeitem]')];
      const [first, last] = [lines.at(0), lines.at(-1)];
      if (!first || !last) return 'no lines';
      const measureLastLine = async (line: HTMLElement) => {
        line.focus({ preventScroll: true });
        await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
        return last.getBoundingClientRect().top - tree.getBoundingClientRect().top;
      };
      const widths: number[] = [];
      for (let width = 120; width <= 400; width += 8) {
        tree.style.width = `${width}px`;
        if ((await measureLastLine(first)) !== (await measureLastLine(last))) widths.push(width);
      }
      return widths;
    });
  expect(movingWidths).toEqual([]);
});

test('a click on a button of a line that is partly in view triggers the button', async ({
  opened: { panel, devtools },
}) => {
  await openEvent(panel);
  const more = panel.getByRole('button', { name: t('tree.showMore', { n: '20,000', left: '999,400' }) });
  await more.evaluate((button: HTMLElement) => {
    const pane = button.closest<HTMLElement>('.pane');
    const line = button.closest<HTMLElement>('.line');
    const covered = document.querySelector<HTMLElement>('.find-line');
    if (!pane || !line || !covered) throw new Error('The tree has an unknown structure.');
    pane.style.flex = 'none';
    pane.style.height = `${line.offsetHeight + covered.offsetHeight + 40}px`;
    pane.scrollTop += line.getBoundingClientRect().bottom - pane.getBoundingClientRect().bottom + 8;
    pane.scrollTop += 0.75 * line.offsetHeight;
  });
  const box = await more.boundingBox();
  if (!box) throw new Error('The button is not there.');
  await devtools.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await expect(
    panel.getByRole('button', { name: t('tree.showMore', { n: '20,000', left: '979,400' }) }),
  ).toBeAttached();
});

test('a text of 1 MB and a list of 10,000 items are shown in parts on request', async ({ opened: { panel } }) => {
  await openEvent(panel);
  const tree = panel.getByRole('tree', { name: t('detail.event') });
  const lines = tree.getByRole('treeitem');
  await expect(tree.getByRole('button', { name: t('tree.showMore', { n: '20,000', left: '999,400' }) })).toBeVisible();
  expect(await lines.count()).toBeLessThan(30);

  await lines.filter({ hasText: 'params' }).click();
  await expect(lines.filter({ hasText: t('detail.showMore', { n: '9,900' }) })).toBeVisible();
  expect(await lines.count()).toBeLessThan(150);

  await panel.getByRole('textbox', { name: t('detail.search') }).fill('item-8999');
  await expect(lines.filter({ hasText: 'item-8999' })).toBeInViewport();
  await expect(lines.filter({ hasText: t('detail.showBefore', { n: '8,949' }) })).toBeAttached();
  expect(await lines.count()).toBeLessThan(250);
});
