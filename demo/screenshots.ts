import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Frame, Page } from 'playwright';

/** A folder of pictures. `take` gives the names of the files that it wrote. */
export interface Album {
  readonly take: (page: Page, name: string, panel?: Frame) => Promise<readonly string[]>;
}

type Scheme = 'light' | 'dark';

/** Pictures of a page in its dark and its light colours: `NAME-dark.png`, `NAME-light.png`. */
export async function createAlbum(folder: string): Promise<Album> {
  await mkdir(folder, { recursive: true });
  const takeOne = async (page: Page, name: string, colorScheme: Scheme, panel?: Frame) => {
    const file = `${name}-${colorScheme}.png`;
    await page.emulateMedia({ colorScheme });
    // DevTools tells its panels of the change, and they follow a moment later.
    await panel?.locator(`html[data-theme="${colorScheme}"]`).waitFor();
    // The panel is drawn by a process of its own: two frames later its new colours are on the screen.
    await panel?.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    await page.screenshot({ path: join(folder, file) });
    return file;
  };
  return {
    take: async (page, name, panel) => [
      await takeOne(page, name, 'dark', panel),
      await takeOne(page, name, 'light', panel),
    ],
  };
}
