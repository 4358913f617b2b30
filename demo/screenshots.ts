import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Frame, Page } from 'playwright';
import { until } from '#tests/drivers/until';

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
    await panel?.locator(`html[data-theme="${colorScheme}"]`).waitFor();
    if (panel) await untilShown(page, panel);
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

/** The panel is rendered by a process of its own, and a busy one: its new colours are there once a corner of it has them. */
async function untilShown(page: Page, panel: Frame): Promise<void> {
  const frame = await (await panel.frameElement()).boundingBox();
  if (!frame) throw new Error('The panel is not to be seen.');
  const isShown = async (): Promise<boolean> => {
    // Anew each time: a dialog may open meanwhile.
    const spot = await panel.evaluate(findSolidSpot);
    const clip = { x: frame.x + spot.x, y: frame.y + spot.y, width: 1, height: 1 };
    const pixel = await page.screenshot({ clip });
    return panel.evaluate(hasColorOfStyles, { picture: pixel.toString('base64'), spot });
  };
  await until(isShown, 'The panel does not show the colours that it should have.');
}

interface Spot {
  readonly x: number;
  readonly y: number;
}

/** Runs in the panel: its first pixel, or one within an open dialog or menu, whose backdrop or shadow dims all else. */
function findSolidSpot(): Spot {
  const front = document.querySelector('dialog[open], [popover]:popover-open')?.getBoundingClientRect();
  return front ? { x: Math.round(front.x) + 3, y: Math.round(front.y + front.height / 2) } : { x: 1, y: 1 };
}

interface ShownPixel {
  readonly picture: string;
  readonly spot: Spot;
}

/** Runs in the panel: whether a picture of one pixel has the colour that the styles say. */
async function hasColorOfStyles({ picture, spot }: ShownPixel): Promise<boolean> {
  const bytes = Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0));
  const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  if (!canvas) throw new Error('There is nothing to draw on.');
  canvas.drawImage(await createImageBitmap(new Blob([bytes])), 0, 0);
  const shown = [...canvas.getImageData(0, 0, 1, 1).data];
  let element = document.elementFromPoint(spot.x, spot.y);
  while (element && getComputedStyle(element).backgroundColor === 'rgba(0, 0, 0, 0)') element = element.parentElement;
  canvas.fillStyle = element ? getComputedStyle(element).backgroundColor : '';
  canvas.fillRect(0, 0, 1, 1);
  return [...canvas.getImageData(0, 0, 1, 1).data].every((part, index) => part === shown[index]);
}
