import { createPainter } from '../validate/painter';

/** Modules around the code, of which readers need two at least. */
const BORDER = 2;

/**
 * The lines of a QR code with an address, for the camera of a phone.
 * With colors it is black on white on every terminal; without, it is so on a dark one.
 */
export async function addressCode(address: string, isColored: boolean): Promise<readonly string[]> {
  const { renderUnicodeCompact } = await import('uqr');
  const paint = createPainter(isColored);
  return renderUnicodeCompact(address, { border: BORDER })
    .split('\n')
    .map((line) => paint(line, 'whiteOnBlack'));
}
