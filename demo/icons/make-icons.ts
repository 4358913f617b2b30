import { readFileSync, writeFileSync } from 'node:fs';
import { Resvg } from '@resvg/resvg-js';

/** Draws the extension's icon in the sizes that browsers ask for, from its one source. Run by `npm run icons`. */
const SIZES = [16, 32, 48, 128];

const source = readFileSync('public/icon.svg', 'utf8');
for (const size of SIZES) {
  const drawn = new Resvg(source, { fitTo: { mode: 'width', value: size } }).render().asPng();
  writeFileSync(`public/icon/${size}.png`, drawn);
}
