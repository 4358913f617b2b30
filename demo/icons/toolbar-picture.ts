import { Resvg } from '@resvg/resvg-js';

interface Toolbar {
  readonly background: string;
  readonly field: string;
  readonly line: string;
}

/** Colors of Chromium's toolbar, light and dark. */
const TOOLBARS: readonly Toolbar[] = [
  { background: '#ffffff', field: '#e9eef6', line: '#474747' },
  { background: '#3c3c3c', field: '#282828', line: '#c7c7c7' },
];

/** Icons of other extensions, in 16 units: shield, key, letter, pencil and camera. */
const OTHER_ICONS: readonly string[] = [
  '<path d="M8 1l6 2v5c0 4-3 6-6 7-3-1-6-3-6-7V3z" fill="#d93025"/>',
  '<rect width="16" height="16" rx="3" fill="#175ddc"/><circle cx="6" cy="8" r="2.2" fill="none" stroke="#fff" stroke-width="1.6"/><path d="M8 8h5v2.5" fill="none" stroke="#fff" stroke-width="1.6"/>',
  '<circle cx="8" cy="8" r="8" fill="#188038"/><path d="M4.5 12L8 4l3.5 8M6 9.5h4" fill="none" stroke="#fff" stroke-width="1.6"/>',
  '<path d="M2 14l1-4 8-8 3 3-8 8z" fill="#f9ab00"/>',
  '<rect y="3" width="16" height="11" rx="2" fill="#8430ce"/><circle cx="8" cy="8.5" r="3" fill="#fff"/>',
];

const WIDTH = 300;
const HEIGHT = 36;
const SCALE = 3;
const GAP = 12;

/**
 * Draws the icon among others in a light and a dark toolbar, as PNG.
 * The icon is 16 px wide. Each toolbar is shown in true size and enlarged.
 */
export function drawToolbars(icon: string): Buffer {
  const rows = TOOLBARS.map((toolbar) => png(toolbarSvg(toolbar, icon), WIDTH));
  const height = HEIGHT * (SCALE + 1) + GAP;
  const pictures = rows.map((row, index) => {
    const y = index * (height + GAP) + GAP;
    const source = `data:image/png;base64,${row.toString('base64')}`;
    const imageAt = (top: number, scale: number) =>
      `<image href="${source}" x="${GAP}" y="${top}" width="${WIDTH * scale}" height="${HEIGHT * scale}" image-rendering="optimizeSpeed"/>`;
    return imageAt(y, 1) + imageAt(y + HEIGHT + GAP / 2, SCALE);
  });
  const [width, totalHeight] = [WIDTH * SCALE + 2 * GAP, TOOLBARS.length * (height + GAP) + GAP];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${totalHeight}"><rect width="100%" height="100%" fill="#9aa0a6"/>${pictures.join('')}</svg>`;
  return png(svg, width);
}

function toolbarSvg({ background, field, line }: Toolbar, icon: string): string {
  const positionOf = (index: number) => `translate(${104 + index * 28} 10)`;
  const others = OTHER_ICONS.map(
    (art, index) => `<g transform="${positionOf(index < 2 ? index : index + 1)}">${art}</g>`,
  );
  const ownIcon = icon.replace('<svg ', `<svg x="${104 + 2 * 28}" y="10" width="16" height="16" `);
  const menu = [13, 18, 23].map((y) => `<circle cx="287" cy="${y}" r="1.5" fill="${line}"/>`).join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}"><rect width="${WIDTH}" height="${HEIGHT}" fill="${background}"/><rect x="-20" y="5" width="108" height="26" rx="13" fill="${field}"/>${others.join('')}${ownIcon}${menu}</svg>`;
}

function png(svg: string, width: number): Buffer {
  return new Resvg(svg, { fitTo: { mode: 'width', value: width } }).render().asPng();
}
