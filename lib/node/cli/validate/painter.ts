import { styleText } from 'node:util';

const styles = {
  error: 'red',
  warning: 'yellow',
  info: 'cyan',
  valid: 'green',
  invalid: 'red',
  unknown: 'yellow',
  bold: 'bold',
  dim: 'dim',
  underline: 'underline',
  whiteOnBlack: ['whiteBright', 'bgBlack'],
} as const;

export type Paint = (text: string, style: keyof typeof styles) => string;

/** `validateStream` is there from Node.js 20.18 on, and not in its types of 20.19. */
const style: (
  style: Parameters<typeof styleText>[0],
  text: string,
  options: { readonly validateStream: boolean },
) => string = styleText;

/** Returns functions that color text for a terminal, or leave it unchanged. */
export function createPainter(isColored: boolean): Paint {
  // Whether the output takes colors was decided before: `styleText` itself would ask the standard output.
  return isColored ? (text, name) => style([styles[name]].flat(), text, { validateStream: false }) : (text) => text;
}
