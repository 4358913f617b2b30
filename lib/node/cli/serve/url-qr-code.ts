import { createPainter } from '../validate/painter';

/** Quiet zone around the QR code. Scanners need at least two modules. */
const BORDER_MODULES = 2;

/**
 * Returns the lines of a QR code with a URL, for the camera of a phone.
 * With colors, the code is black on white on every terminal. Without, it is black on white on dark terminals only.
 */
export async function renderUrlQrCode(url: string, isColored: boolean): Promise<readonly string[]> {
  const { renderUnicodeCompact } = await import('uqr');
  const paint = createPainter(isColored);
  // The filled characters are the light modules, so the foreground is white.
  return renderUnicodeCompact(url, { border: BORDER_MODULES })
    .split('\n')
    .map((line) => paint(line, 'whiteOnBlack'));
}
