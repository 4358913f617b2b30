import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Frame, Page } from 'playwright';
import { until } from '#tests/drivers/until';

/** A folder of screenshots. `take` returns the names of the files that it wrote. */
export interface Album {
  readonly take: (page: Page, name: string, panel?: Frame) => Promise<readonly string[]>;
}

type Scheme = 'light' | 'dark';

/** Creates a folder of screenshots in dark and light colors: `NAME-dark.png`, `NAME-light.png`. */
export async function createAlbum(folder: string): Promise<Album> {
  await mkdir(folder, { recursive: true });
  const takeOne = async (page: Page, name: string, colorScheme: Scheme, panel?: Frame) => {
    const file = `${name}-${colorScheme}.png`;
    await page.emulateMedia({ colorScheme });
    await panel?.locator(`html[data-theme="${colorScheme}"]`).waitFor();
    if (panel) await waitForColors(page, panel);
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

/**
 * Waits until the panel shows its new colors.
 * A separate process renders the panel, and may be busy. One pixel is compared with the styles.
 */
async function waitForColors(page: Page, panel: Frame): Promise<void> {
  const frame = await (await panel.frameElement()).boundingBox();
  if (!frame) throw new Error('The panel is not visible.');
  const isShown = async (): Promise<boolean> => {
    // Found again each time, because a dialog may open meanwhile.
    const position = await panel.evaluate(findPlainPixel);
    const clip = { x: frame.x + position.x, y: frame.y + position.y, width: 1, height: 1 };
    const pixel = await page.screenshot({ clip });
    return panel.evaluate(hasStyledColor, { picture: pixel.toString('base64'), position });
  };
  await until(isShown, 'The panel does not show the colors of its styles.');
}

interface Position {
  readonly x: number;
  readonly y: number;
}

/**
 * Runs in the panel: finds a pixel with a plain color.
 * This is the first pixel, or one within an open dialog or menu, whose backdrop or shadow dims all else.
 */
function findPlainPixel(): Position {
  const front = document.querySelector('dialog[open], [popover]:popover-open')?.getBoundingClientRect();
  return front ? { x: Math.round(front.x) + 3, y: Math.round(front.y + front.height / 2) } : { x: 1, y: 1 };
}

interface ShownPixel {
  readonly picture: string;
  readonly position: Position;
}

/** Runs in the panel: whether the screenshot of one pixel has the color that the styles define. */
async function hasStyledColor({ picture, position }: ShownPixel): Promise<boolean> {
  const bytes = Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0));
  const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  if (!canvas) throw new Error('There is nothing to draw on.');
  canvas.drawImage(await createImageBitmap(new Blob([bytes])), 0, 0);
  const shownColor = [...canvas.getImageData(0, 0, 1, 1).data];
  let element = document.elementFromPoint(position.x, position.y);
  while (element && getComputedStyle(element).backgroundColor === 'rgba(0, 0, 0, 0)') element = element.parentElement;
  canvas.fillStyle = element ? getComputedStyle(element).backgroundColor : '';
  canvas.fillRect(0, 0, 1, 1);
  return [...canvas.getImageData(0, 0, 1, 1).data].every((part, index) => part === shownColor[index]);
}
