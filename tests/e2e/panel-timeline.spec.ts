import { expect } from '@playwright/test';
import { playLesson } from '#tests/drivers/lesson';
import { t, tPattern } from '#tests/drivers/texts';
import { test } from './fixtures';

test.use({ devtools: 'shared' });

test('dragging over the timeline filters by time, and a click removes that filter', async ({
  setup,
  tab,
  opened: { devtools, panel },
}) => {
  await tab.goto(setup.pageUrlOf('2.0.1'));
  const calls = await playLesson(tab);
  await expect(
    panel.getByRole('img', { name: tPattern('timeline.eventsBetween', { events: t('count.event', calls.length) }) }),
  ).toBeVisible();
  const strip = await panel.locator('.timeline').boundingBox();
  if (!strip) throw new Error('There is no timeline.');
  const at = (share: number) => [strip.x + strip.width * share, strip.y + 20] as const;
  await devtools.mouse.move(...at(0.25));
  await devtools.mouse.down();
  await devtools.mouse.move(...at(0.75), { steps: 3 });
  await devtools.mouse.up();
  await expect(panel.getByRole('button', { name: tPattern('filter.removeTerm', { term: /time:.*/ }) })).toBeVisible();
  await expect(panel.getByText(tPattern('status.shownOf', { n: calls.length }))).toBeVisible();
  await devtools.mouse.click(...at(0.5));
  await expect(panel.getByText(t('status.events', calls.length), { exact: true })).toBeVisible();
});

test('a low panel has no timeline', async ({ setup, tab, opened: { devtools, panel } }) => {
  await tab.goto(setup.pageUrlOf('2.0.1'));
  await playLesson(tab);
  await expect(panel.locator('.timeline')).toBeVisible();
  await devtools.setViewportSize({ width: 800, height: 400 });
  await expect(panel.locator('.timeline')).toBeHidden();
});

/** Descriptors that imitate fonts with wider or higher glyphs. Noto Sans is higher than DejaVu Sans. */
const FONTS = [
  '',
  'ascent-override: 170%; descent-override: 60%',
  'size-adjust: 150%',
  'size-adjust: 70%; ascent-override: 60%; descent-override: 10%',
];

for (const font of FONTS) {
  test(`a label on the time axis is shown completely, or hidden if it does not fit (font: ${font || 'as installed'})`, async ({
    setup,
    tab,
    opened: { panel },
  }) => {
    await tab.goto(setup.pageUrlOf('2.0.1'));
    await playLesson(tab);
    const visibility = await panel
      .locator('.timeline > span')
      .first()
      .evaluate(async (label: HTMLElement, font: string) => {
        const face = document.createElement('style');
        face.textContent = `@font-face { font-family: tried; src: local("DejaVu Sans"), local("Noto Sans"), local("Arial"); ${font} }
          .timeline > span { font-family: ${font ? 'tried' : 'inherit'} }`;
        document.head.append(face);
        await document.fonts.load('10px tried');
        const strip = label.parentElement as Element;
        const results = ['0%', '50%', '99%'].map((left) => {
          label.style.left = left;
          const text = document.createRange();
          text.selectNodeContents(label);
          const line = text.getBoundingClientRect();
          if (line.top >= label.getBoundingClientRect().bottom) return 'hidden';
          return line.right > strip.getBoundingClientRect().right ? 'clipped' : 'complete';
        });
        face.remove();
        return results;
      }, font);
    expect(visibility).toEqual(['complete', 'complete', 'hidden']);
  });
}
