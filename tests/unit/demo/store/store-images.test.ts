import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { drawIcon } from '#demo/icons/draw-icon';
import { drawToolbars } from '#demo/icons/toolbar-picture';
import { readPngHeader } from '#demo/store/png-header';

const source = readFileSync('public/icon.svg', 'utf8');

it.each([16, 32, 48, 128])(
  'the icon of %i pixels is rendered from the current icon.svg (update it with npm run icons)',
  (size) => {
    const file = readFileSync(`public/icon/${size}.png`);
    expect(readPngHeader(file)).toEqual({ width: size, height: size, hasAlpha: true });
    expect(Buffer.compare(drawIcon(source, { size, art: size === 128 ? 96 : size }), file)).toBe(0);
  },
);

it('the picture of the toolbars shows the current icon.svg (update it with npm run icons)', () => {
  expect(Buffer.compare(drawToolbars(source), readFileSync('docs/store/toolbar.png'))).toBe(0);
});
