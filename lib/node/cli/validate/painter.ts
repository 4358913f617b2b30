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

/** Node.js supports `validateStream` from 20.18 on, but the types of 20.19 lack it. */
const style: (
  style: Parameters<typeof styleText>[0],
  text: string,
  options: { readonly validateStream: boolean },
) => string = styleText;

/** Returns a function that colors text for a terminal, or returns it unchanged without colors. */
export function createPainter(isColored: boolean): Paint {
  // The caller decides about colors. `styleText` would check the standard output itself.
  return isColored ? (text, name) => style([styles[name]].flat(), text, { validateStream: false }) : (text) => text;
}
