import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const css = readFileSync('components/kit/theme/theme.css', 'utf8');

/** The token's color in a theme, read from `light-dark(#light, #dark)`. */
function colorOf(token: string, theme: 'light' | 'dark'): string {
  const match = new RegExp(`--${token}: light-dark\\((#[0-9a-f]{6}), (#[0-9a-f]{6})\\)`).exec(css);
  const color = match?.[theme === 'light' ? 1 : 2];
  if (color === undefined) throw new Error(`theme.css has no color for --${token}`);
  return color;
}

/** Relative luminance (WCAG 2.2). */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const backgrounds = ['surface', 'surface-raised', 'surface-hover', 'surface-selected', 'surface-overlay'];
const textColors = ['text', 'text-muted', 'accent', 'ok', 'warn', 'bad', 'lost'];
const tintedColors = ['accent', 'ok', 'warn', 'bad', 'lost'];
const jsonColors = ['json-key', 'json-string', 'json-number', 'json-atom'];
const jsonBackgrounds = ['surface', 'surface-raised', 'surface-hover', 'surface-selected', 'bad-tint'];

/** Pairs of a text color and its background in the interface. */
const textPairs: readonly (readonly [string, string])[] = [
  ...textColors.flatMap((textColor) => backgrounds.map((background) => [textColor, background] as const)),
  ...tintedColors.map((textColor) => [textColor, `${textColor}-tint`] as const),
  ...tintedColors.map((tint) => ['text', `${tint}-tint`] as const),
  ...jsonColors.flatMap((textColor) => jsonBackgrounds.map((background) => [textColor, background] as const)),
  ['on-accent', 'accent'],
];
const linePairs: readonly (readonly [string, string])[] = ['control-line', 'accent', 'bad'].flatMap((line) =>
  ['surface', 'surface-raised'].map((background) => [line, background] as const),
);

describe.each(['light', 'dark'] as const)('%s theme', (theme) => {
  it.each(textPairs)(
    `the contrast of %s on %s in the ${theme} theme is at least 4.5, as for text`,
    (textColor, background) => {
      expect(contrast(colorOf(textColor, theme), colorOf(background, theme))).toBeGreaterThanOrEqual(4.5);
    },
  );

  it.each(linePairs)(
    `the contrast of %s on %s in the ${theme} theme is at least 3, as for borders and the focus`,
    (line, background) => {
      expect(contrast(colorOf(line, theme), colorOf(background, theme))).toBeGreaterThanOrEqual(3);
    },
  );
});
