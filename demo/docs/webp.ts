import type { Page } from 'playwright';

/** Small enough for a page with many pictures, and without a visible difference in text of 11 px. */
const QUALITY = 0.7;

/** Encodes a PNG as WebP, in a page of Chromium: its screenshots are only PNG or JPEG. */
export async function encodeWebp(page: Page, png: Buffer): Promise<Buffer> {
  const encoded = await page.evaluate(encodeInPage, { png: png.toString('base64'), quality: QUALITY });
  return Buffer.from(encoded, 'base64');
}

/** Runs in the page. */
async function encodeInPage({ png, quality }: { readonly png: string; readonly quality: number }): Promise<string> {
  const bytes = Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0));
  const bitmap = await createImageBitmap(new Blob([bytes]));
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('No canvas to encode the picture with.');
  context.drawImage(bitmap, 0, 0);
  const blob = await canvas.convertToBlob({ type: 'image/webp', quality });
  const webp = new Uint8Array(await blob.arrayBuffer());
  return btoa(Array.from(webp, (byte) => String.fromCharCode(byte)).join(''));
}
