import { Resvg } from '@resvg/resvg-js';

interface IconSize {
  /** Width and height of the picture. */
  readonly size: number;
  /**
   * Width and height of the centered icon.
   * The rest of the picture is transparent, or has the background.
   */
  readonly art: number;
  readonly background?: string;
}

/** Renders an icon of 128 units as PNG. */
export function drawIcon(source: string, { size, art, background }: IconSize): Buffer {
  const margin = ((size - art) / 2) * (128 / art);
  const side = 128 + 2 * margin;
  const svg = source.replace('viewBox="0 0 128 128"', `viewBox="${-margin} ${-margin} ${side} ${side}"`);
  const options = {
    fitTo: { mode: 'width', value: size },
    ...(background === undefined ? {} : { background }),
  } as const;
  return new Resvg(svg, options).render().asPng();
}
