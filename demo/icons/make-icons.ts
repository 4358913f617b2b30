import { readFileSync, writeFileSync } from 'node:fs';
import { drawIcon } from './draw-icon';
import { drawToolbars } from './toolbar-picture';

// Renders the extension's icon in the sizes that browsers need, and a picture of it in toolbars.
// Run by `npm run icons`.
const source = readFileSync('public/icon.svg', 'utf8');
for (const size of [16, 32, 48]) writeFileSync(`public/icon/${size}.png`, drawIcon(source, { size, art: size }));
writeFileSync('public/icon/128.png', drawIcon(source, { size: 128, art: 96 }));
writeFileSync('docs/store/toolbar.png', drawToolbars(source));
