import type { Frame, Page } from 'playwright';
import { LANGUAGES } from '#i18n/language';
import { DEFAULT_SIZE, type OpenedPanel, resizeDevtools, resizePanel } from '#tests/drivers/devtools';

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Sizes of the panel in pixels: undocked, below the page, beside the page, and in a small window. */
const PANEL_SIZES: readonly Size[] = [
  DEFAULT_SIZE,
  { width: DEFAULT_SIZE.width, height: 330 },
  { width: 700, height: DEFAULT_SIZE.height },
  { width: 480, height: DEFAULT_SIZE.height },
];

/** Sizes of pages in a tab. They scroll, so other heights show nothing new. */
export const PAGE_SIZES = PANEL_SIZES.filter(({ height }) => height === DEFAULT_SIZE.height);

/** Captures one view in each language and size. */
export interface Gallery {
  /** Captures a view of the panel. `open` reopens what closes when the size changes, in any language. */
  readonly takePanel: (opened: OpenedPanel, name: string, open?: () => Promise<void>) => Promise<void>;
  readonly takePage: (page: Page, name: string, sizes: readonly Size[]) => Promise<void>;
}

/** Captures a view in its current state. `name` is `NAME-LANGUAGE-WIDTHxHEIGHT`. */
type CaptureView = (page: Page, name: string, panel?: Frame) => Promise<unknown>;

export function createGallery(captureView: CaptureView): Gallery {
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
      await captureView(page, `${name}-${width}x${height}`, panel);
    }
    // The next step of a tour may click in the panel, whose content moves with its size.
    if (panel) await resizeDevtools({ devtools: page, panel }, DEFAULT_SIZE);
    else await page.setViewportSize(DEFAULT_SIZE);
  };
  return {
    takePanel: ({ devtools, panel }, name, open) =>
      inEachLanguage(panel, (language) => takeSizes(devtools, `${name}-${language}`, PANEL_SIZES, panel, open)),
    takePage: (page, name, sizes) =>
      inEachLanguage(page, (language) =>
        sizes.length === 0 ? captureView(page, `${name}-${language}`) : takeSizes(page, `${name}-${language}`, sizes),
      ),
  };
}

/** Shows a page in each language, and finally in English, because the tour finds elements by English names. */
async function inEachLanguage(page: Page | Frame, take: (language: string) => Promise<unknown>): Promise<void> {
  for (const language of LANGUAGES) {
    await selectLanguage(page, language);
    await take(language);
  }
  await selectLanguage(page, 'en');
}

async function selectLanguage(page: Page | Frame, language: string): Promise<void> {
  await page.evaluate(`chrome.storage.local.set({ language: ${JSON.stringify(language)} })`);
  await page.locator(`html[lang="${language}"]`).waitFor();
}
