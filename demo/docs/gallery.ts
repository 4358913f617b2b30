import type { Frame, Page } from 'playwright';
import { LANGUAGES } from '#i18n/language';
import { DEFAULT_SIZE, type OpenedPanel, resizePanel } from '#tests/drivers/devtools';

interface Size {
  readonly width: number;
  readonly height: number;
}

/** The sizes of the panel itself in which it is looked at, in pixels: undocked, below the page, beside it, and in a small window. */
const PANEL_SIZES: readonly Size[] = [
  DEFAULT_SIZE,
  { width: DEFAULT_SIZE.width, height: 330 },
  { width: 700, height: DEFAULT_SIZE.height },
  { width: 480, height: DEFAULT_SIZE.height },
];

/** Pages in a tab scroll: their height changes nothing. */
export const PAGE_SIZES = PANEL_SIZES.filter(({ height }) => height === DEFAULT_SIZE.height);

/** Looks at one view in each language and size. */
export interface Gallery {
  /** `open` shows what closes when the window changes, in any language. */
  readonly takePanel: (opened: OpenedPanel, name: string, open?: () => Promise<void>) => Promise<void>;
  readonly takePage: (page: Page, name: string, sizes: readonly Size[]) => Promise<void>;
}

/** Looks at a view as it stands; `name` is `NAME-LANGUAGE-WIDTHxHEIGHT`. */
type Look = (page: Page, name: string, panel?: Frame) => Promise<unknown>;

export function createGallery(look: Look): Gallery {
  const takeSizes = async (
    page: Page,
    name: string,
    sizes: readonly Size[],
    panel?: Frame,
    open?: () => Promise<void>,
  ) => {
    for (const { width, height } of sizes) {
      if (panel) await resizePanel({ devtools: page, panel }, width, height);
      else await page.setViewportSize({ width, height });
      await open?.();
      await look(page, `${name}-${width}x${height}`, panel);
    }
    await page.setViewportSize(DEFAULT_SIZE);
  };
  return {
    takePanel: ({ devtools, panel }, name, open) =>
      inEachLanguage(panel, (language) => takeSizes(devtools, `${name}-${language}`, PANEL_SIZES, panel, open)),
    takePage: (page, name, sizes) =>
      inEachLanguage(page, (language) =>
        sizes.length === 0 ? look(page, `${name}-${language}`) : takeSizes(page, `${name}-${language}`, sizes),
      ),
  };
}

/** Shows a page in each language, and at last in English again: the names that the tour looks for are English. */
async function inEachLanguage(page: Page | Frame, take: (language: string) => Promise<unknown>): Promise<void> {
  for (const language of LANGUAGES) {
    await chooseLanguage(page, language);
    await take(language);
  }
  await chooseLanguage(page, 'en');
}

async function chooseLanguage(page: Page | Frame, language: string): Promise<void> {
  await page.evaluate(`chrome.storage.local.set({ language: ${JSON.stringify(language)} })`);
  await page.locator(`html[lang="${language}"]`).waitFor();
}
