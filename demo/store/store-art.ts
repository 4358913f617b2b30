/** A picture that isn't a screenshot. Sizes are in pixels. */
export interface Art {
  readonly file: string;
  readonly width: number;
  readonly height: number;
  readonly html: string;
}

export interface ArtParts {
  /** Source of the icon, as SVG. */
  readonly icon: string;
  readonly name: string;
  readonly description: string;
}

const STEPS = ['called', 'emitted', 'sent', 'accepted'];

/** Returns the tile and the marquee of the Chrome Web Store, and the logo of Edge Add-ons. */
export function storeArt({ icon, name, description }: ArtParts): readonly Art[] {
  const title = `<h1>${escapeHtml(name)}</h1>`;
  const steps = `<ol>${STEPS.map((step) => `<li>${step}</li>`).join('')}</ol>`;
  const text = `<p>${escapeHtml(description)}</p>`;
  return [
    { file: 'tile-440x280.png', width: 440, height: 280, html: pageOf(`${icon}${title}${steps}`, TILE) },
    {
      file: 'marquee-1400x560.png',
      width: 1400,
      height: 560,
      html: pageOf(`${icon}<div>${title}${text}${steps}</div>`, MARQUEE),
    },
    { file: 'edge-logo-300x300.png', width: 300, height: 300, html: pageOf(icon, LOGO) },
  ];
}

/**
 * Returns a page with the screenshot of a visited page and of the popup over it.
 * Both are PNG in Base64.
 */
export function popupOverPage(page: string, popup: string): string {
  const images = [page, popup].map((image) => `<img src="data:image/png;base64,${image}">`).join('');
  return pageOf(images, OVER);
}

function pageOf(body: string, style: string): string {
  return `<!doctype html><meta charset="utf-8"><style>${BASE}${style}</style><body>${body}</body>`;
}

const BASE = `
* { margin: 0; padding: 0; box-sizing: border-box }
body { display: flex; background: #0b3c8f; color: #fff; font-family: system-ui, sans-serif; overflow: hidden;
  width: 100vw; height: 100vh }
h1 { font-weight: 600 }
ol { display: flex; list-style: none; color: #cfe0ff }
li { display: flex; flex-direction: column; align-items: center }
li::before { content: ''; display: block; border-radius: 50%; background: #fff; margin-bottom: .5em;
  width: .7em; height: .7em; box-shadow: 0 0 0 .25em rgb(255 255 255 / .2) }
li:last-child::before { background: #7ff0b2 }
`;
const TILE = `
body { flex-direction: column; align-items: center; justify-content: center; gap: 18px }
svg { width: 96px }
h1 { font-size: 28px }
ol { gap: 26px; font-size: 14px }
`;
const MARQUEE = `
body { align-items: center; padding: 0 110px; gap: 80px }
svg { width: 280px; flex: none }
h1 { font-size: 60px }
p { font-size: 26px; line-height: 1.4; margin: 22px 0 44px; max-width: 780px }
ol { gap: 56px; font-size: 24px }
`;
const LOGO = `
body { background: #0b57d0 }
svg { width: 300px }
svg rect { rx: 0 }
`;
const OVER = `
body { background: none }
img { position: absolute; left: 0; top: 0 }
img + img { left: auto; right: 12px; top: 8px; border-radius: 8px; box-shadow: 0 0 0 1px rgb(0 0 0 / .2), 0 8px 24px rgb(0 0 0 / .35) }
`;

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
