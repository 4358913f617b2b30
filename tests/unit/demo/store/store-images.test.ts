import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { drawIcon } from '#demo/icons/draw-icon';
import { drawToolbars } from '#demo/icons/toolbar-picture';
import { readPngHeader } from '#demo/store/png-header';
import { popupOverPage, storeArt } from '#demo/store/store-art';

const source = readFileSync('public/icon.svg', 'utf8');

it.each([16, 32, 48, 128])(
  'the icon of %i pixels is rendered from icon.svg as it is now (npm run icons writes it)',
  (size) => {
    const file = readFileSync(`public/icon/${size}.png`);
    expect(readPngHeader(file)).toEqual({ width: size, height: size, hasAlpha: true });
    expect(Buffer.compare(drawIcon(source, { size, art: size === 128 ? 96 : size }), file)).toBe(0);
  },
);

it('the picture of the toolbars shows icon.svg as it is now (npm run icons writes it)', () => {
  expect(Buffer.compare(drawToolbars(source), readFileSync('docs/store/toolbar.png'))).toBe(0);
});

it('bytes that are no PNG have no header', () => {
  expect(readPngHeader(new Uint8Array(40))).toBeNull();
  expect(readPngHeader(new Uint8Array(3))).toBeNull();
});

it('the art has the sizes that the stores ask for, and shows texts as texts', () => {
  const art = storeArt({ icon: '<svg></svg>', name: 'A & B', description: '<b>' });
  expect(art.map(({ file, width, height }) => [file, `${width}x${height}`])).toEqual([
    ['tile-440x280.png', '440x280'],
    ['marquee-1400x560.png', '1400x560'],
    ['edge-logo-300x300.png', '300x300'],
  ]);
  expect(art[1]?.html).toContain('A &amp; B');
  expect(art[1]?.html).toContain('&lt;b>');
});

it('the popup is rendered over the page', () => {
  expect(popupOverPage('PAGE', 'POPUP')).toMatch(/base64,PAGE".*base64,POPUP"/);
});
